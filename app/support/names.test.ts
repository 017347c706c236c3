import { expect, test } from 'vitest';
import { buildMerchant } from '../../tests/world/merchants';
import { findAnything } from './search';
import { understandWords } from './words';

const word = () => Array.from({ length: 10 }, () => 'bcdfghjklmnp'[Math.floor(Math.random() * 12)]).join('');
const search = (typed: string) =>
  findAnything({ said: understandWords(typed), clocks: 'merchant', now: new Date() });

test('of several words each may be a name, and one that is nearly right is told', async () => {
  const [name, street] = [`Quince ${word()}`, word()];
  const { accountId, ownerId } = await buildMerchant({
    name: `${name} Lamps`,
    email: `${street}@shop.example`,
  });
  const glued = name.replace(' ', '').toLowerCase();
  for (const typed of [`ada ${name}`, `zzyx, ${name} and something qqw`, `${glued}lamps`, glued])
    expect([typed, (await search(typed)).merchants.map(({ id }) => id)]).toEqual([typed, [accountId]]);
  expect((await search(`zzyx ${name}`)).called).toMatchObject({
    merchant: name.split(' '),
    nobody: ['zzyx'],
  });
  const wrong = name.replace(/(.)(.)$/, '$2$1x');
  const [, last] = wrong.split(' ');
  expect(await search(`7391 ${last}`)).toMatchObject({
    merchants: [],
    near: [{ name: `${name} Lamps`, words: [last] }],
  });
  expect((await search(`owner ${name.split(' ')[1]}`)).people.map(({ id }) => id)).toContain(ownerId);
});

test('a name that holds a time or a state is a name as well', async () => {
  const mine = word();
  const { accountId } = await buildMerchant({ name: `Sun Paid ${mine}` });
  expect((await search(`Sun Paid ${mine}`)).merchants.map(({ id }) => id)).toEqual([accountId]);
});
