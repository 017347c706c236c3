import { script } from 'virtual:checkout-script';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as paymentIntents from '~/payments/checkout/payment-intents';
import { renderMail, templateName } from '~/mail/templates';
import { defaultDesign } from '~/merchants/checkout-design/checkout-design';
import { sendReceipts } from '~/payments/checkout/receipts';
import { findTransactionWithOperations } from '~/payments/transactions/transaction-operations';
import { resolveUnknownOutcomes } from '~/payments/operations/unknown-outcomes';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { unseal } from '~/platform/secrets/secrets.server';
import { buildApiClient } from '../../../tests/world/api-client';
import { openBrowser, readPage } from '../../../tests/world/browser';
import { buildMerchant } from '../../../tests/world/merchants';
import { expectConsoleError } from '../../../tests/setup/errors';
import { cards, refund, sendCaptureOrVoid } from '../../../tests/world/payments/payments';

async function openCheckout({
  order = {},
  language = '',
  name = 'Example Shop',
  operation = 'authcap',
} = {}) {
  const client = await buildApiClient(await buildMerchant({ name }));
  const { accountId } = client.merchant;
  const { json } = await client.post('/intents/payment', {
    ...{ external_id: 'order-1', operation },
    order: { order_id: 'basket-7', order_amount: 2_500, order_currency: 'EUR', ...order },
    redirect_urls: { success: 'https://shop.test/ok?basket=7', failure: 'https://shop.test/failed' },
  });
  const intentId = json.intent_id as string;
  const query = `client_id=${accountId}&intent_id=${intentId}${language && `&lang=${language}`}`;
  const browser = openBrowser();
  const form = { number: cards.approved, expiry: '12/40', code: '123', name: 'Ada Sommer' };
  return {
    client,
    accountId,
    intentId,
    query,
    open: async (path = '', extraQuery = '') => {
      const response = await browser.open(`/test/checkout${path}?${query}${extraQuery}`);
      return { response, ...(await readPage(response)) };
    },
    pay: async (changes: Partial<typeof form & { form_id: string }> = {}) => {
      const response = await browser.submit(`/test/checkout?${query}`, {
        ...form,
        form_id: crypto.randomUUID(),
        ...changes,
      });
      return { response, ...(await readPage(response)) };
    },
    cancel: () => browser.submit(`/test/checkout/cancel?${query}`, {}),
    intent: () => prisma.paymentIntent.findUniqueOrThrow({ where: { id: intentId } }),
  };
}

test('a page has the language of its URL, and keeps it on every next page', async () => {
  const { open, pay } = await openCheckout({ language: 'ar' });
  const { html } = await open();
  expect(html).toContain('<html lang="ar" dir="rtl">');
  expect(html).toContain('الدفع بالبطاقة');
  expect(html).toMatch(/action="\/test\/checkout\/cancel\?[^"]*lang=ar"/);
  expect(html).toMatch(/<a href="\?client_id=[^"]*&amp;lang=de" lang="de"/);
  expect(html).toMatch(/<summary[^>]*>.*العربية.*<\/summary>/);
  expect(html.match(/<a [^>]*aria-current="true"/g)).toEqual([expect.stringContaining('lang="ar"')]);
  const rejected = await pay({ number: '4242' });
  expect(rejected.response.status).toBe(422);
  expect(rejected.html).toContain('يُرجى مراجعة رقم البطاقة');
  const paid = await pay();
  expect(paid.response.headers.get('refresh')).toMatch(/^0; url=\/test\/checkout\/return\?.*lang=ar$/);
});

test.each(['client_id=%00&intent_id=x', 'client_id=x&intent_id=%00'])(
  'an invalid URL finds no page: %s',
  async (query) => {
    expect((await openBrowser().open(`/test/checkout?${query}`)).status).toBe(404);
  },
);

test("a form that doesn't come from our page pays nothing", async () => {
  const { pay, intent } = await openCheckout();
  expect((await pay({ form_id: '' })).response.headers.get('location')).toContain('stale=1');
  expect(await intent()).toMatchObject({ state: 'OPEN', attempts: 0 });
});

test('digits of an Arabic keyboard pay', async () => {
  const { pay, intent } = await openCheckout();
  await pay({ number: '٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢', expiry: '١٢/٤٠', code: '١٢٣' });
  expect((await intent()).state).toBe('PAID');
});

test('canceling ends the payment permanently, and returns to the shop', async () => {
  const { open, pay, cancel, intent } = await openCheckout();
  // A URL alone cancels nothing.
  expect((await open('/cancel')).response.headers.get('location')).toMatch(/^\/test\/checkout\?/);
  expect((await intent()).state).toBe('OPEN');

  const cancelled = await cancel();
  expect(cancelled.status).toBe(303);
  expect(await intent()).toMatchObject({
    state: 'CANCELLED',
    canceledAt: expect.any(Date),
    redirectedAt: null,
  });
  const leaving = await open('', '&waiting=1');
  expect(leaving.response.headers.get('refresh')).toMatch(/^0; url=\/test\/checkout\/return\?/);
  expect(leaving.html).toContain('Your card wasn’t charged');

  const reopened = await open();
  expect(reopened.title).toContain('This payment was canceled');
  expect(reopened.html).not.toContain('cc-number');
  expect(reopened.response.headers.has('refresh')).toBe(false);
  await pay();
  expect((await intent()).state).toBe('CANCELLED');
  expect(await prisma.transaction.count({ where: { intentId: (await intent()).id } })).toBe(0);

  const back = new URL((await open('/return')).response.headers.get('location')!);
  expect(back.origin + back.pathname).toBe('https://shop.test/failed');
  expect(back.searchParams.get('status')).toBe('CANCELLED');
  expect((await intent()).redirectedAt).not.toBeNull();
});

test("a completed or pending payment can't be canceled", async () => {
  const { pay, cancel, intent } = await openCheckout();
  await pay({ number: cards.unknownThenApproved });
  await cancel();
  expect((await intent()).state).toBe('PAYING');
  const { open, ...paid } = await openCheckout();
  await paid.pay();
  await paid.cancel();
  expect((await paid.intent()).state).toBe('PAID');
  expect((await open()).html).toContain('You don’t need to pay again.');
});

test('a payer who pays again in a second tab reads that nothing was charged for it', async () => {
  const { open, pay } = await openCheckout();
  await pay();
  const second = await pay({ number: '5555555555554444' });
  const location = second.response.headers.get('location')!;
  expect(location).toContain('stale=1');
  const nothingCharged = 'nothing was charged for your last attempt';
  expect((await open('', '&stale=1')).html).toContain(nothingCharged);
  expect((await open()).html).not.toContain(nothingCharged);
});

test('a payer who returns to a paid page reads that a receipt is coming', async () => {
  const email = `${crypto.randomUUID()}@payer.test`;
  const { open, pay, accountId } = await openCheckout({ order: withAddress(email) });
  await pay();
  const receipt = 'You’ll get a receipt by email.';
  expect((await open()).html).not.toContain(receipt);
  await joinAccount(accountId, email);
  expect((await open()).html).toContain(receipt);
  await sendReceipts();
  expect((await open()).html).toContain(receipt);
});

test('a payer who returns reads what has become of the money', async () => {
  const { client, open, pay, intent } = await openCheckout({ operation: 'authorize' });
  await pay();
  const id = (await intent()).transactionId!;
  const readMessage = async () => {
    const { html } = await open();
    return /<p>([^<]*Example Shop[^<]*)/.exec(html.replaceAll('<!-- -->', ''))?.[1]?.trim();
  };
  const [held, rest] = ['is held on your card for Example Shop.', 'You don’t need to pay again.'];
  expect(await readMessage()).toBe(`€25.00 ${held} ${rest}`);
  await sendCaptureOrVoid(client, id, { operation: 'capture', amount: 1_000 });
  const paid = 'You paid €10.00 to Example Shop.';
  expect(await readMessage()).toBe(`${paid} €15.00 ${held} ${rest}`);
  await sendCaptureOrVoid(client, id, { operation: 'void' });
  await refund(client, id, 400);
  const arrives = 'It usually takes 5 to 10 business days to arrive on your card.';
  expect(await readMessage()).toBe(`${paid} €4.00 was refunded. ${arrives} ${rest}`);
  expect((await open()).html).toContain('<title>Payment complete');
  await refund(client, id, 600);
  expect(await readMessage()).toBe(`${paid} €10.00 was refunded. ${arrives}`);
  expect((await open()).html.match(/<(title|h1)[^>]*>Payment refunded/g)).toHaveLength(2);
});

test('a payer who got the money back from the bank reads so', async () => {
  const { open, pay, intent } = await openCheckout();
  await pay();
  const id = (await intent()).transactionId!;
  await prisma.transaction.update({ where: { id }, data: { amountChargedBack: 2_500 } });
  const { html } = await open();
  expect(html).toContain('Your bank gave you €25.00 back.');
  expect(html).not.toContain('pay again');
});

test('a payer whose hold was released reads that nothing was charged', async () => {
  const { client, open, pay, intent } = await openCheckout({ operation: 'authorize' });
  await pay();
  await sendCaptureOrVoid(client, (await intent()).transactionId!, { operation: 'void' });
  const { html, title } = await open();
  expect(title).toMatch(/^Your card wasn’t charged/);
  expect(html).toContain('The hold of €25.00 for Example Shop has ended.');
  expect(html).not.toContain('pay again');
});

test('the page of a waiting payer asks the acquirer, and shows the result at once', async () => {
  const { open, pay, intent } = await openCheckout();
  await pay({ number: cards.unknownThenApproved });
  const waiting = await open();
  expect(waiting.html).toContain('Checked just now.');
  expect(waiting.response.headers.get('refresh')).toMatch(/^5; url=\/test\/checkout\?.*waiting=1/);
  await prisma.operation.updateMany({
    where: { transactionId: (await intent()).transactionId! },
    data: { inquiries: 2, inquireAt: new Date(Date.now() + 3_600_000) },
  });
  const reloaded = await open('', '&waiting=1');
  expect(reloaded.response.headers.get('location')).toMatch(/^\/test\/checkout\?.*waiting=1/);
  expect((await intent()).state).toBe('PAID');
});

test('the merchant sees when the page was first opened and whether the payer was redirected', async () => {
  const { accountId, open, pay, intent } = await openCheckout();
  expect((await intent()).openedAt).toBeNull();
  await open();
  const { openedAt } = await intent();
  await open();
  expect((await intent()).openedAt).toEqual(openedAt);
  // Nobody leaves before there is something to return with.
  expect((await open('/return')).response.headers.get('location')).toMatch(/^\/test\/checkout\?/);

  await pay();
  const { transactionId } = await intent();
  const readTransaction = () =>
    findTransactionWithOperations({ accountId, environment: 'test', id: transactionId! });
  expect((await readTransaction())!.checkoutVisit).toMatchObject({ openedAt, redirectedAt: null });
  const { response } = await open('/return');
  const back = new URL(response.headers.get('location')!);
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  expect(back.href).toMatch(/^https:\/\/shop\.test\/ok\?basket=7&/);
  expect(back.searchParams.get('transaction_id')).toBe(transactionId);
  const redirectedAt = (await readTransaction())!.checkoutVisit!.redirectedAt;
  expect(redirectedAt).not.toBeNull();
  expect(back.searchParams.get('timestamp')).toBe(redirectedAt!.toISOString());
  const again = await open('/return');
  expect(again.response.headers.get('location')).toBe(back.href);
  expect((await readTransaction())!.checkoutVisit!.redirectedAt).toEqual(redirectedAt);
});

test.each<Parameters<ReturnType<typeof openBrowser>['open']>[1]>([
  { method: 'HEAD' },
  { headers: { 'sec-purpose': 'prefetch;prerender' } },
  { headers: { purpose: 'prefetch' } },
])('a prefetch is not a visit: %j', async (requestOptions) => {
  const { query, cancel, intent } = await openCheckout();
  const browser = openBrowser();
  expect((await browser.open(`/test/checkout?${query}`, requestOptions)).status).toBe(200);
  expect((await intent()).openedAt).toBeNull();
  await cancel();
  expect(
    (await browser.open(`/test/checkout/return?${query}`, requestOptions)).headers.get('location'),
  ).toMatch(/^https:\/\/shop\.test/);
  expect(await intent()).toMatchObject({ openedAt: expect.any(Date), redirectedAt: null });
});

test('an expired payment says that no money was taken, an unknown one says nothing about it', async () => {
  const { open, intentId, query } = await openCheckout({ language: 'de' });
  await prisma.paymentIntent.update({ where: { id: intentId }, data: { expiresAt: new Date(0) } });
  const expired = await open();
  expect(expired.response.status).toBe(410);
  expect(expired.html).toContain('Es wurde kein Geld abgebucht');
  const unknown = await openBrowser().open(`/test/checkout?${query.replace(intentId, 'int_unknown')}`);
  expect(unknown.status).toBe(404);
  const text = await unknown.text();
  expect(text).toContain('bevor Sie noch einmal bezahlen');
  expect(text).not.toContain('abgebucht');
});

test("after an internal error the page says that the outcome is unknown, and how to find out, in the payer's language", async () => {
  expectConsoleError();
  const { query, intentId } = await openCheckout();
  const openFailingPage = async (path: string, requestOptions = '', headers = {}) => {
    const response = await openBrowser().open(`/test/checkout${path}?${query}${requestOptions}`, { headers });
    expect(response.status).toBe(500);
    return readPage(response);
  };
  await prisma.paymentIntent.update({ where: { id: intentId }, data: { transactionId: 'trx_gone' } });
  const french = await openFailingPage('', '&lang=fr');
  expect(french.title).toContain('Une erreur s’est produite de notre côté');
  expect(french.html).toContain('<meta name="description" content="Paiements par carte');
  expect(french.html).toContain('<html lang="fr" dir="ltr">');
  expect(french.html).toContain('Actualisez cette page dans un instant');
  await prisma.paymentIntent.update({ where: { id: intentId }, data: { state: 'PAID' } });
  expect((await openFailingPage('/return', '', { 'accept-language': 'ar' })).html).toContain(
    '<html lang="ar" dir="rtl">',
  );
});

test.each([
  ['57P01', 503, '5'],
  ['22P02', 500, null],
])('a page whose statement fails with %s has status %i', async (code, status, retryAfter) => {
  expectConsoleError();
  const { query } = await openCheckout();
  const fail = vi
    .spyOn(paymentIntents, 'findCheckoutIntent')
    .mockRejectedValue(Object.assign(new Error('terminating connection'), { code }));
  onTestFinished(() => fail.mockRestore());
  const response = await openBrowser().open(`/test/checkout?${query}`);
  expect({ status: response.status, retryAfter: response.headers.get('retry-after') }).toEqual({
    status,
    retryAfter,
  });
});

test('a rejected form keeps the date and the name, and never the card', async () => {
  const { pay } = await openCheckout();
  for (const rejectedPage of [await pay({ code: '83' }), await pay({ number: cards.declined })]) {
    expect(rejectedPage.html).toContain('value="12/40"');
    expect(rejectedPage.html).toContain('value="Ada Sommer"');
    expect(rejectedPage.html).not.toMatch(/value="(\d{3,4}|4[\d ]{15,})"/);
    expect(rejectedPage.html).toMatch(/role="alert"[^>]*autofocus/);
  }
});

test('the page says that it lost the card, unless none was entered', async () => {
  const { pay } = await openCheckout();
  const lost = 'Enter your card number and security code again.';
  expect((await pay({ number: '4242424242424241' })).html).toContain(lost);
  expect((await pay({ number: '' })).html).toContain(lost);
  expect((await pay({ number: '', code: '' })).html).not.toContain(lost);
});

test('and says so once after a decline, also in another language', async () => {
  const { pay, open } = await openCheckout();
  const lost = 'Enter your card number and security code again.';
  expect((await pay({ number: '4000 0000 0000 0127' })).html).toContain(lost);
  const { html } = await open('', '&cleared=1');
  expect(html).not.toContain(lost);
  expect(html).toContain('Enter your card details again.');
});

test("names of merchants and items can't reverse the text direction", async () => {
  const { open } = await openCheckout({
    language: 'ar',
    name: 'Evil\u202e & <b>Shop',
    order: { order_items: [{ name: 'תה <i>', unit_price: 2_500 }] },
  });
  const { html, title } = await open();
  expect(title).toContain('\u2068Evil &amp; &lt;b&gt;Shop\u2069');
  expect(html).toContain('<bdi class="font-medium">תה &lt;i&gt;</bdi>');
});

test('the payment page may only run its own script, and contact no other host', async () => {
  const { response } = await (await openCheckout()).open();
  const policy = response.headers.get('content-security-policy')!;
  for (const rule of [
    `default-src 'none'`,
    `connect-src http://localhost:3000/robots.txt`,
    `img-src 'self'`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `require-trusted-types-for 'script'`,
  ])
    expect(policy.split('; ')).toContain(rule);
  expect(policy).toMatch(/script-src 'nonce-[^']+' 'strict-dynamic';/);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin');
});

test('the server itself serves the script, with an integrity hash', async () => {
  const { html } = await (await openCheckout()).open();
  expect(html).toMatch(
    new RegExp(
      `<script src="${script.path}" integrity="${script.integrity.replace(/[+]/g, '\\$&')}" nonce="[^"]+" defer`,
    ),
  );
  const served = await openBrowser().open(script.path);
  expect(served.headers.get('cache-control')).toContain('immutable');
  expect(await served.text()).toBe(script.source);
});

const withAddress = (email: string) => ({
  card_holder: { email },
  order_items: [{ name: 'Tea', quantity: 2, unit_price: 1_000 }],
});

/** A person with this address also belongs to the account. */
async function joinAccount(accountId: string, email: string): Promise<void> {
  const existingUser = await prisma.user.findUnique({ where: { email } });
  const { id } =
    existingUser ??
    (await prisma.user.create({
      data: { id: createId('usr'), email, name: 'Ada Sommer', passwordHash: 'none' },
    }));
  await prisma.member.create({ data: { accountId, userId: id, role: 'viewer' } });
}

async function listReceiptsTo(email: string) {
  const mails = await prisma.mail.findMany({ where: { recipient: email } });
  return Promise.all(
    mails.map(async ({ template, sealed }) =>
      renderMail(templateName.parse(template), JSON.parse(unseal('mail', sealed!)!)),
    ),
  );
}

test('a payer with an email address gets one receipt, in the language of the payment', async () => {
  const email = `${crypto.randomUUID()}@payer.test`;
  const { pay, intent, accountId } = await openCheckout({
    language: 'de',
    order: withAddress(email),
    name: 'Teeladen',
  });
  await joinAccount(accountId, email);
  // The subject names approved accounts only.
  await prisma.account.update({ where: { id: accountId }, data: { mode: 'live' } });
  await pay({ number: cards.declined });
  await sendReceipts();
  expect(await listReceiptsTo(email)).toEqual([]);
  await pay();
  await Promise.all([sendReceipts(), sendReceipts()]);
  await sendReceipts();
  const [receipt, ...extraQuery] = await listReceiptsTo(email);
  expect(extraQuery).toEqual([]);
  expect(receipt!.subject).toMatch(/^Test: Ihre Zahlung von 25,00\u00a0€ an /);
  for (const part of [
    'lang="de"',
    'Es ist kein echtes Geld geflossen',
    'Tea',
    '10,00\u00a0€',
    'Visa mit den Endziffern 4242',
    'basket-7',
  ])
    expect(receipt!.html).toContain(part);
  expect(receipt!.html).not.toContain(cards.approved);
  expect((await intent()).receipt).toBe('QUEUED');
});

test('a receipt is also sent when the outcome is found later', async () => {
  const email = `${crypto.randomUUID()}@payer.test`;
  const { pay, intent, accountId } = await openCheckout({ order: withAddress(email) });
  await joinAccount(accountId, email);
  await pay({ number: cards.unknownThenApproved });
  await sendReceipts();
  expect(await listReceiptsTo(email)).toEqual([]);
  await prisma.operation.updateMany({
    where: { transactionId: (await intent()).transactionId! },
    data: { inquireAt: new Date(0) },
  });
  await resolveUnknownOutcomes();
  await sendReceipts();
  expect(await listReceiptsTo(email)).toHaveLength(1);
});

test('a merchant that turns off receipts sends none', async () => {
  const email = `${crypto.randomUUID()}@payer.test`;
  const { accountId, pay, intent } = await openCheckout({ order: withAddress(email) });
  await prisma.checkoutDesign.create({
    data: {
      id: `dsg_${crypto.randomUUID()}`,
      accountId,
      environment: 'test',
      number: 1,
      design: { ...defaultDesign, receipts: false },
      savedBy: 'x',
      publishedBy: 'x',
      publishedAt: new Date(),
    },
  });
  await joinAccount(accountId, email);
  await pay();
  await sendReceipts();
  expect(await listReceiptsTo(email)).toEqual([]);
  expect((await intent()).receipt).toBeNull();
});

test("test payments only send email to the account's members", async () => {
  const email = `${crypto.randomUUID()}@stranger.test`;
  const { pay, intent } = await openCheckout({ order: withAddress(email) });
  await pay();
  await sendReceipts();
  expect(await listReceiptsTo(email)).toEqual([]);
  expect((await intent()).receipt).toBeNull();
});

test('an address gets only a few receipts per hour; the rest follow later', async () => {
  const email = `${crypto.randomUUID()}@payer.test`;
  const intents = [];
  for (let i = 0; i < 8; i++) {
    const { pay, intent, accountId } = await openCheckout({ order: withAddress(email) });
    await joinAccount(accountId, email);
    await pay();
    intents.push(intent);
  }
  await sendReceipts();
  expect(await listReceiptsTo(email)).toHaveLength(6);
  expect(
    (await Promise.all(intents.map(async (intent) => (await intent()).receipt))).filter(
      (receipt) => receipt === 'REQUESTED',
    ),
  ).toHaveLength(2);
});
