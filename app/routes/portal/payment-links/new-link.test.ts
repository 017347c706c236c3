import { expect, test } from 'vitest';
import { readPage } from '../../../../tests/world/browser';
import { logInAs } from '../../../../tests/world/identity/team';
import { buildMerchant, goLive } from '../../../../tests/world/merchants';

const path = '/payment-links/new';
const fields = { environment: 'test', rows: '1', currency: 'EUR', kind: 'amount', name: 'Donation' };

test('the message about a test link depends on whether the account is live', async () => {
  const merchant = await buildMerchant();
  const browser = await logInAs(merchant.ownerId);
  const createLink = async () => {
    const created = await browser.submit(path, { ...fields, minimum: '5', maximum: '500' });
    return (await readPage(await browser.open(created.headers.get('location')!))).html;
  };
  expect(await createLink()).toContain('Once you’re live, create a link for your customers');
  await goLive(merchant);
  await browser.submit('/environment', { environment: 'test' });
  const html = await createLink();
  expect(html).toContain('For your customers, switch to live and create a link there');
  expect(html).not.toContain('Once you’re live');
});

test('errors name the amount that is missing or wrong', async () => {
  const browser = await logInAs((await buildMerchant()).ownerId);
  const listErrors = async (input: Record<string, string>) =>
    (await readPage(await browser.submit(path, { ...fields, ...input }))).errors;
  expect(await listErrors({})).toEqual(['Enter the lowest amount', 'Enter the highest amount']);
  expect(await listErrors({ minimum: '0', maximum: 'much' })).toEqual([
    'Enter an amount above zero',
    'Enter an amount such as 12.50',
  ]);
  expect(await listErrors({ kind: 'items', item_name_0: 'Tea' })).toEqual(['Enter a price']);
});

test('a name needs a visible character', async () => {
  const browser = await logInAs((await buildMerchant()).ownerId);
  for (const name of [' ', '\u200b', '\u3164 \u2800']) {
    const reply = await browser.submit(path, { ...fields, name, minimum: '5', maximum: '500' });
    expect((await readPage(reply)).errors).toEqual(['Enter a name']);
  }
});
