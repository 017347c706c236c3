import { expect, test } from 'vitest';
import { readPage, readVisibleText } from '../../../../tests/world/browser';
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

/** The errors of a new link. */
async function openForm() {
  const browser = await logInAs((await buildMerchant()).ownerId);
  const submit = async (input: Record<string, string>) =>
    readPage(await browser.submit(path, { ...fields, ...input }));
  return { submit, listErrors: async (input: Record<string, string>) => (await submit(input)).errors };
}

const items = { kind: 'items', item_name_0: 'Tea', item_price_0: '4' };

test('errors name the amount that is missing or wrong', async () => {
  const { listErrors } = await openForm();
  expect(await listErrors({})).toEqual(['Enter the lowest amount', 'Enter the highest amount']);
  expect(await listErrors({ minimum: '0', maximum: 'much' })).toEqual([
    'Enter an amount above zero',
    'Enter an amount in numbers, for example 12.50',
  ]);
  expect(await listErrors({ minimum: '5', maximum: '4' })).toEqual([
    'The highest amount can’t be less than the lowest amount',
  ]);
  expect(await listErrors({ minimum: '5', maximum: '9', suggested: '10' })).toEqual([
    'Enter a suggested amount between the lowest and highest amounts',
  ]);
  expect(await listErrors({ ...items, item_price_0: '' })).toEqual(['Enter a price']);
});

test('errors name the decimals and the maximum of the currency', async () => {
  const { listErrors } = await openForm();
  const inYen = { ...items, currency: 'JPY' };
  expect(await listErrors({ ...inYen, item_price_0: 'much' })).toEqual([
    'Enter a price in numbers, for example 1250',
  ]);
  expect(await listErrors({ ...inYen, item_price_0: '12.50' })).toEqual([
    'Enter a whole number. JPY has no decimals',
  ]);
  expect(await listErrors({ ...items, item_price_0: '1000000' })).toEqual(['Enter at most €999,999.99']);
});

test('errors name the item if there are several', async () => {
  const { listErrors } = await openForm();
  expect(await listErrors({ ...items, rows: '2', item_name_1: 'Cake' })).toEqual(['Item 2: Enter a price']);
});

test('the maximum quantity counts only if payers can change the quantity', async () => {
  const { submit, listErrors } = await openForm();
  const input = { ...items, item_maximum_0: '0', after: 'redirect' };
  expect(await listErrors({ ...input, item_adjustable_0: 'yes' })).toContain(
    'Enter a whole number from 1 to 999',
  );
  // Without the choice, the form hides the field.
  expect((await submit(input)).errors).toEqual(['Enter a URL that starts with https://']);
});

test.each([
  ['', 'Enter a URL that starts with https://'],
  ['https://ada@shop.example', 'The URL must not contain a username'],
  [`https://shop.example/${'x'.repeat(2_048)}`, 'The URL must be at most 2048 characters'],
  ['https://shop.example/thank you', 'The URL must not contain spaces, control characters, or backslashes'],
  ['https://shop.example/4242424242424242', 'The URL seems to contain a card number'],
])('the redirect URL %.40j is rejected with the reason', async (url, message) => {
  const { listErrors } = await openForm();
  expect(await listErrors({ ...items, after: 'redirect', redirect_url: url })).toEqual([message]);
});

test('another item is added without an error, and the person goes on with it', async () => {
  const { submit } = await openForm();
  const added = await submit({ ...items, add_item: 'yes' });
  expect({ title: added.title, errors: added.errors }).toEqual({
    title: 'New payment link · Tillway',
    errors: [],
  });
  const focused = [...added.html.matchAll(/<input[^>]* autofocus=""[^>]*>/gi)].map(([input]) => input);
  expect(focused).toEqual([expect.stringContaining('name="item_name_1"')]);
  expect(added.html).toContain('Add another item');
  const full = await submit({ ...items, rows: '19', add_item: 'yes' });
  expect(full.html).toContain('name="item_name_19"');
  expect(full.html).not.toContain('Add another item');
  expect(readVisibleText(full.html)).toContain('A link can have up to 20 items.');
});

test('a name needs a visible character', async () => {
  const browser = await logInAs((await buildMerchant()).ownerId);
  for (const name of [' ', '\u200b', '\u3164 \u2800']) {
    const reply = await browser.submit(path, { ...fields, name, minimum: '5', maximum: '500' });
    expect((await readPage(reply)).errors).toEqual(['Enter a name']);
  }
});
