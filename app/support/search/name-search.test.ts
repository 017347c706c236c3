import { expect, test } from 'vitest';
import { buildMerchant } from '../../../tests/world/merchants';
import { searchAll } from './search';

const randomWord = () =>
  Array.from({ length: 10 }, () => 'bcdfghjklmnp'[Math.floor(Math.random() * 12)]).join('');
const search = (input: string) => searchAll({ input, clocks: 'merchant', now: new Date() });

test('each word may be a name, and a nearly matching one is suggested', async () => {
  const [name, street] = [`Quince ${randomWord()}`, randomWord()];
  const { accountId, ownerId } = await buildMerchant({
    name: `${name} Lamps`,
    email: `${street}@shop.example`,
  });
  const joinedName = name.replace(' ', '').toLowerCase();
  for (const input of [`ada ${name}`, `zzyx, ${name} and something qqw`, `${joinedName}lamps`, joinedName])
    expect({ input, merchants: (await search(input)).merchants.map(({ id }) => id) }).toEqual({
      input,
      merchants: [accountId],
    });
  expect((await search(`zzyx ${name}`)).matchedTerms).toMatchObject({
    merchant: name.split(' '),
    nobody: ['zzyx'],
  });
  const misspelledName = name.replace(/(.)(.)$/, '$2$1x');
  const [, last] = misspelledName.split(' ');
  expect(await search(`7391 ${last}`)).toMatchObject({
    merchants: [],
    near: [{ name: `${name} Lamps`, terms: [last] }],
  });
  expect((await search(`owner ${name.split(' ')[1]}`)).people.map(({ id }) => id)).toContain(ownerId);
});

test('a name that contains a time or a state is a name too', async () => {
  const mine = randomWord();
  const { accountId } = await buildMerchant({ name: `Sun Paid ${mine}` });
  expect((await search(`Sun Paid ${mine}`)).merchants.map(({ id }) => id)).toEqual([accountId]);
});
