import { describe, expect, test } from 'vitest';
import { hashPassword } from '~/identity/passwords/passwords';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { mockAnswerOnce, declinedOutcome, unknownOutcome } from '../../../../tests/world/acquirers/acquirer';
import { buildApiClient } from '../../../../tests/world/api-client';
import { openBrowser, readPage } from '../../../../tests/world/browser';
import { buildMerchant } from '../../../../tests/world/merchants';
import {
  buildPayment,
  sendCaptureOrVoid,
  refund,
  listOperations,
} from '../../../../tests/world/payments/payments';

const password = 'correct horse battery';
type Payment = Parameters<typeof buildPayment>[1];

/** The browser of a person with this role, and a payment of their merchant. */
async function open({ role = 'finance', ...changes }: Payment & { role?: string } = {}) {
  const passwordHash = await hashPassword(password);
  const email = `hand-${crypto.randomUUID()}@example.com`;
  const merchant = await buildMerchant({ email, passwordHash });
  await prisma.member.updateMany({ where: { userId: merchant.ownerId }, data: { role } });
  const client = await buildApiClient(merchant);
  const { id } = await buildPayment(client, { operation: 'authcap', ...changes });
  const enter = async (who: string) => {
    const browser = openBrowser();
    await browser.submit('/login', { email: who, password });
    return browser;
  };
  const colleague = async (name: string) => {
    const other = {
      id: createId('usr'),
      email: `hand-${crypto.randomUUID()}@example.com`,
      name,
      passwordHash,
    };
    await prisma.user.create({ data: other });
    await prisma.member.create({
      data: { accountId: merchant.accountId, userId: other.id, role: 'finance' },
    });
    return { browser: await enter(other.email), id: other.id };
  };
  return { merchant, client, id, browser: await enter(email), colleague, path: `/transactions/${id}` };
}

type Browser = ReturnType<typeof openBrowser>;
const unescape = (text: string) =>
  text.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');
const textOf = (html: string) =>
  unescape(
    html
      .replace(/<script.*?<\/script>/gs, '')
      .replace(/<!-- -->/g, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' '),
  );
const hiddenOf = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden"[^>]*>/g)].map(([tag]) => [
      / name="([^"]*)"/.exec(tag)![1]!,
      unescape(/ value="([^"]*)"/.exec(tag)![1]!),
    ]),
  );

async function read(browser: Browser, path: string) {
  const response = await browser.open(path);
  const { html } = await readPage(response);
  return { status: response.status, html, text: textOf(html), hidden: hiddenOf(html) };
}

async function send(browser: Browser, path: string, fields: Record<string, string>) {
  const response = await browser.submit(path, fields);
  const { html, errors, title } = await readPage(response);
  return {
    status: response.status,
    location: response.headers.get('location'),
    html,
    text: textOf(html),
    errors,
    title,
    hidden: hiddenOf(html),
  };
}

/** Fills in the form and continues to the confirmation page. */
async function review(browser: Browser, path: string, fields: Record<string, string>) {
  const { hidden } = await read(browser, path);
  return send(browser, path, { ...hidden, step: 'review', ...fields });
}

async function confirm(browser: Browser, path: string, fields: Record<string, string>) {
  const { hidden, status, text } = await review(browser, path, fields);
  expect({ status, text }).toEqual({ status: 200, text: expect.stringContaining('Please confirm') });
  return send(browser, path, hidden);
}

const rowOf = (id: string) => prisma.transaction.findUniqueOrThrow({ where: { id } });

describe('a manual refund', () => {
  test('goes back from the confirmation to the form, with the amount and the reason', async () => {
    const { browser, path, id } = await open();
    const { hidden } = await review(browser, `${path}/refunds`, { amount: '20', reason: 'Too small' });
    const form = await send(browser, `${path}/refunds`, { ...hidden, step: 'edit' });
    expect(form).toMatchObject({ status: 200, errors: [], title: expect.not.stringContaining('Error') });
    for (const field of [/name="amount"[^>]* value="20"/, /name="reason"[^>]* value="Too small"/])
      expect(form.html).toMatch(field);
    expect(await rowOf(id)).toMatchObject({ amountRefunded: 0 });
  });

  test('says what will happen, does it once after confirmation, and shows the result', async () => {
    const { browser, path, id, merchant } = await open();
    const page = await read(browser, path);
    expect(page.html).toContain(`href="${path}/refunds"`);
    const requested = await review(browser, `${path}/refunds`, { amount: '20', reason: "It's too small" });
    expect(requested.text).toContain('Refund $20.00 of $100.00 to Visa ending in 4242');
    expect(requested.text).toContain('$80.00 can still be refunded after this.');
    expect(requested.hidden).toMatchObject({ amount: '20', step: 'confirm' });
    expect(await rowOf(id)).toMatchObject({ amountRefunded: 0, version: 2 });

    const done = await send(browser, `${path}/refunds`, requested.hidden);
    expect({ status: done.status, location: done.location }).toEqual({
      status: 302,
      location: `${path}?requested=${requested.hidden.form}`,
    });
    expect(await rowOf(id)).toMatchObject({ amountRefunded: 2_000 });
    expect((await listOperations(id)).at(-1)).toEqual([
      'refund',
      2_000,
      'SUCCEEDED',
      `portal:${merchant.ownerId}`,
    ]);
    const received = await read(browser, done.location!);
    expect(received.text).toContain('$20.00 is refunded');
    expect(received.text).toContain("It's too small");
    const [entry, ...more] = await prisma.auditEntry.findMany({ where: { subject: id } });
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      actor: `portal:${merchant.ownerId}`,
      action: 'refund_requested',
      accountId: merchant.accountId,
      details: { environment: 'test', amount: 2_000, currency: 'USD', reason: "It's too small" },
    });
  });

  test('a form sent twice, even at the same time, refunds once', async () => {
    const { browser, path, id } = await open();
    const { hidden } = await review(browser, `${path}/refunds`, { amount: '20.00', reason: 'Twice' });
    const both = await Promise.all([
      send(browser, `${path}/refunds`, hidden),
      send(browser, `${path}/refunds`, hidden),
    ]);
    const again = await send(browser, `${path}/refunds`, hidden);
    for (const { status, location } of [...both, again])
      expect({ status, location }).toEqual({ status: 302, location: `${path}?requested=${hidden.form}` });
    expect(await rowOf(id)).toMatchObject({ amountRefunded: 2_000 });
    expect(await prisma.auditEntry.count({ where: { subject: id } })).toBe(1);

    const other = await send(browser, `${path}/refunds`, { ...hidden, amount: '30.00' });
    expect(other.status).toBe(409);
    expect(other.text).toContain('This form was already sent with a different amount or reason.');
    expect(await rowOf(id)).toMatchObject({ amountRefunded: 2_000 });
  });

  test('of two people, the second learns what the first one did, even if both amounts would fit', async () => {
    const { browser, path, id, colleague } = await open();
    const { browser: other } = await colleague('Bea Faster');
    const slow = await review(browser, `${path}/refunds`, { amount: '20', reason: 'Damaged' });
    await confirm(other, `${path}/refunds`, { amount: '20', reason: 'Damaged' });

    const late = await send(browser, `${path}/refunds`, slow.hidden);
    expect(late.status).toBe(409);
    expect(late.text).toContain('Bea Faster refunded $20.00 a moment ago. $80.00 is left to refund.');
    // Input is kept.
    expect(late.text).toContain('You requested $20.00, with the reason “Damaged”.');
    expect(/<input[^>]*name="reason"[^>]*>/.exec(late.html)![0]).toContain('value="Damaged"');
    expect(await rowOf(id)).toMatchObject({ amountRefunded: 2_000 });
    // Having seen the change, the second person may still want to continue.
    const { status } = await send(browser, `${path}/refunds`, {
      ...late.hidden,
      amount: '20',
      reason: 'Damaged',
      step: 'review',
    }).then(({ hidden }) => send(browser, `${path}/refunds`, hidden));
    expect(status).toBe(302);
    expect(await rowOf(id)).toMatchObject({ amountRefunded: 4_000 });
  });

  test('a form left open while everything was refunded says so before the confirmation', async () => {
    const { browser, path, client, id } = await open();
    const { hidden } = await read(browser, `${path}/refunds`);
    await refund(client, id, 10_000);
    const late = await send(browser, `${path}/refunds`, {
      ...hidden,
      amount: '20',
      reason: 'Late',
      step: 'review',
    });
    expect(late.status).toBe(409);
    expect(late.text).toContain(
      'Your server refunded $100.00 through the API a moment ago. Nothing is left to refund.',
    );
    expect(late.text).toContain('The full amount is already refunded.');
    expect(late.html).not.toContain('name="amount"');
  });

  test("a decline by the bank isn't shown as success, and the amount can be refunded again", async () => {
    const { browser, path, id } = await open();
    mockAnswerOnce('refund', declinedOutcome);
    const { location } = await confirm(browser, `${path}/refunds`, { amount: '20', reason: 'Damaged' });
    const { text } = await read(browser, location!);
    expect(text).toContain('Declined: $20.00 was not refunded');
    expect(text).not.toContain('is refunded');
    expect(await rowOf(id)).toMatchObject({ amountRefunded: 0, refundReserved: 0 });
  });

  test('a refund whose result the acquirer reports later is shown as pending', async () => {
    const { browser, path } = await open();
    mockAnswerOnce('refund', { kind: 'pending', acquirerReference: 're_1' });
    const { location } = await confirm(browser, `${path}/refunds`, { amount: '20', reason: 'Damaged' });
    const { text } = await read(browser, location!);
    expect(text).toContain('$20.00 is being refunded');
    expect(text).not.toContain('know yet');
    expect(text).not.toContain('Unknown outcome');
  });

  test('an unknown outcome is shown as unknown, and sending the form again repeats the same refund', async () => {
    const { browser, path, id } = await open();
    mockAnswerOnce('refund', unknownOutcome);
    const { hidden } = await review(browser, `${path}/refunds`, { amount: '20', reason: 'Damaged' });
    const { location } = await send(browser, `${path}/refunds`, hidden);
    const { text } = await read(browser, location!);
    expect(text).toContain('We don’t know yet whether $20.00 was refunded');
    expect(text).toContain('Don’t try again');
    expect(text).toContain('Unknown outcome');
    expect(await rowOf(id)).toMatchObject({ amountRefunded: 0, refundReserved: 2_000 });
    await send(browser, `${path}/refunds`, hidden);
    expect(await rowOf(id)).toMatchObject({ amountRefunded: 2_000, refundReserved: 0 });
    expect((await read(browser, location!)).text).toContain('$20.00 is refunded');
  });
});

describe('manual captures and voids', () => {
  test('capture a part and release the rest', async () => {
    const { browser, path, id, merchant } = await open({ operation: 'authorize' });
    const requested = await review(browser, `${path}/captures`, { amount: '60' });
    expect(requested.text).toContain('Capture $60.00 of $100.00 on hold from Visa ending in 4242');
    expect(requested.text).toMatch(/\$40\.00 stays on hold until \w+ \d+, \d{4}, [\d:]+ UTC\./);
    await send(browser, `${path}/captures`, requested.hidden);
    const { location } = await confirm(browser, `${path}/voids`, { amount: '40,00', reason: 'Out of stock' });
    expect((await read(browser, location!)).text).toContain('$40.00 is released');
    expect(await rowOf(id)).toMatchObject({
      status: 'PARTIAL_CAPTURED',
      amountCaptured: 6_000,
      amountVoided: 4_000,
      holdReserved: 0,
    });
    expect((await listOperations(id)).slice(1)).toEqual([
      ['partial_capture', 6_000, 'SUCCEEDED', `portal:${merchant.ownerId}`],
      ['void', 4_000, 'SUCCEEDED', `portal:${merchant.ownerId}`],
    ]);
    expect(
      (await prisma.auditEntry.findMany({ where: { subject: id }, orderBy: { id: 'asc' } })).map(
        ({ action }) => action,
      ),
    ).toEqual(['capture_requested', 'void_requested']);
    for (const place of ['captures', 'voids'])
      expect((await read(browser, `${path}/${place}`)).text).toContain('Nothing is left on hold.');
  });

  test('a declined capture leaves the hold unchanged', async () => {
    const { browser, path, id } = await open({ operation: 'authorize' });
    mockAnswerOnce('capture', declinedOutcome);
    const { location } = await confirm(browser, `${path}/captures`, { amount: '60' });
    expect((await read(browser, location!)).text).toContain('Declined: $60.00 was not captured');
    expect(await rowOf(id)).toMatchObject({ status: 'AUTHORIZED', amountCaptured: 0, holdReserved: 0 });
  });

  test('a hold captured by another person meanwhile is not captured again', async () => {
    const { browser, path, id, client } = await open({ operation: 'authorize' });
    const { hidden } = await review(browser, `${path}/captures`, { amount: '20' });
    await sendCaptureOrVoid(client, id, { operation: 'capture', amount: 3_000 });
    const late = await send(browser, `${path}/captures`, hidden);
    expect(late.status).toBe(409);
    expect(late.text).toContain(
      'Your server captured $30.00 through the API a moment ago. $70.00 is left to capture.',
    );
    expect(await rowOf(id)).toMatchObject({ amountCaptured: 3_000 });
  });
});

describe('input', () => {
  test.each([
    [{ amount: '', reason: 'x' }, 'Enter an amount'],
    [{ amount: '1.234', reason: 'x' }, 'This amount is ambiguous'],
    [{ amount: '1.234', reason: 'x' }, 'This amount is ambiguous'],
    [{ amount: '100.01', reason: 'x' }, 'Enter at most $100.00'],
    [{ amount: '0', reason: 'x' }, 'Enter an amount above zero'],
    [{ amount: 'all', reason: 'x' }, 'Enter an amount in numbers'],
    [{ amount: '20', reason: ' ' }, 'Enter a reason'],
    [{ amount: '20', reason: 'x'.repeat(256) }, 'at most 255'],
    [{ amount: '20', reason: 'for 4242 4242 4242 4242' }, 'Remove the card number'],
    [{ amount: '20', reason: 'a\u202eb' }, 'without invisible characters'],
  ])('%j is rejected at its field', async (fields, reason) => {
    const { browser, path } = await open();
    const { status, errors, title, html } = await review(browser, `${path}/refunds`, fields);
    expect({ status, title }).toEqual({ status: 422, title: 'Error: Refund of a payment · Tillway' });
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain(reason);
    expect(html).toContain('aria-invalid="true"');
    expect(html).toContain(`value="${fields.amount}"`);
  });

  test('a missing reason and too large an amount are reported together', async () => {
    const { browser, path } = await open();
    const { errors } = await review(browser, `${path}/refunds`, { amount: '100.01', reason: '' });
    expect(errors).toHaveLength(2);
    expect(errors[0]).toBe('Enter at most $100.00');
    expect(errors[1]).toContain('Enter a reason');
  });

  test.each([
    ['JPY', 5_000, '5000', '1500', 1_500, '¥1,500 of ¥5,000'],
    ['KWD', 5_000, '5.000', '1.5', 1_500, 'KWD 1.500 of KWD 5.000'],
    ['CLF', 50_000, '5.0000', '1.5', 15_000, 'CLF 1.5000 of CLF 5.0000'],
    ['VND', 9_999_999_999, '9999999999', '9,999,999,998', 9_999_999_998, '₫9,999,999,998 of ₫9,999,999,999'],
    ['HUF', 9_999_999_999, '99999999.99', '1250', 125_000, 'HUF 1,250.00 of HUF 99,999,999.99'],
    [
      'IDR',
      999_999_999_999,
      '9999999999.99',
      '9.999.999.999,98',
      999_999_999_998,
      'IDR 9,999,999,999.98 of IDR 9,999,999,999.99',
    ],
  ])(
    'amounts in %s are read and shown with its decimals',
    async (currency, amount, value, input, refunded, expected) => {
      const { browser, path, id } = await open({ currency, amount });
      expect((await read(browser, `${path}/refunds`)).html).toContain(`value="${value}"`);
      const { text, hidden } = await review(browser, `${path}/refunds`, { amount: input, reason: 'Half' });
      expect(text.replaceAll('\u00a0', ' ')).toContain(expected);
      await send(browser, `${path}/refunds`, hidden);
      expect(await rowOf(id)).toMatchObject({ amountRefunded: refunded });
    },
  );

  test('a repeated field, a file, or forged hidden fields are rejected, and nothing happens', async () => {
    const { browser, path, id } = await open();
    const { hidden } = await review(browser, `${path}/refunds`, { amount: '20', reason: 'x' });
    const { amount: _amount, ...rest } = hidden;
    const twice = new URLSearchParams([...Object.entries(hidden), ['amount', '90']]);
    const changes: Record<string, string>[] = [
      { form: 'order-1' },
      { form: '' },
      { form: `portal-${'g'.repeat(36)}` },
      { seen: '' },
      { seen: '-1-5' },
      { seen: '99999999999-1' },
      { seen: '9999999999-1' },
      { seen: '1e3-5' },
      { seen: 'x\0' },
    ];
    expect((await browser.submit(`${path}/refunds`, twice as unknown as Record<string, string>)).status).toBe(
      400,
    );
    expect(
      (await browser.upload(`${path}/refunds`, rest as Record<string, string>, new Blob(['20']), 'amount'))
        .status,
    ).toBe(400);
    for (const response of await Promise.all(
      changes.map((change) =>
        browser.submit(`${path}/refunds`, { ...hidden, ...change } as Record<string, string>),
      ),
    )) {
      expect(response.status).toBe(422);
      expect((await readPage(response)).errors).toEqual([
        'The form was altered in transit, so no changes were made. Use this new form',
      ]);
    }
    expect(await rowOf(id)).toMatchObject({ amountRefunded: 0, version: 2 });
  });
});

describe('people without access', () => {
  test("a read-only member sees the reason, and whom to ask, and can't do it", async () => {
    const { browser, path, id } = await open({ role: 'viewer' });
    const { text, html } = await read(browser, path);
    expect(text).toContain(
      'Your role, Read-only, can’t move money. Ask an owner or admin of your team for a different role.',
    );
    expect(html).not.toContain(`href="${path}/refunds"`);
    for (const place of ['captures', 'voids', 'refunds']) {
      expect((await browser.open(`${path}/${place}`)).status).toBe(403);
      expect((await browser.submit(`${path}/${place}`, { amount: '1', step: 'confirm' })).status).toBe(403);
    }
    expect(await rowOf(id)).toMatchObject({ version: 2 });
  });

  test("another merchant's payment, a refund, and an invalid ID are not found", async () => {
    const { browser, path, client, id } = await open();
    const foreign = await open();
    const { json } = await refund(client, id, 1_000);
    for (const bad of [
      foreign.path,
      `/transactions/${json.id}`,
      '/transactions/trx_x',
      '/transactions/%00',
      `${path}%00`,
    ])
      for (const place of ['captures', 'voids', 'refunds']) {
        expect((await browser.open(`${bad}/${place}`)).status).toBe(404);
        expect((await browser.submit(`${bad}/${place}`, { amount: '1' })).status).toBe(404);
      }
    expect(await rowOf(foreign.id)).toMatchObject({ version: 2 });
  });

  test('a suspended account moves no money, even with an earlier form', async () => {
    const { browser, path, merchant, id } = await open();
    const { hidden } = await review(browser, `${path}/refunds`, { amount: '20', reason: 'x' });
    await prisma.account.update({ where: { id: merchant.accountId }, data: { status: 'suspended' } });
    const { status, text } = await send(browser, `${path}/refunds`, hidden);
    expect(status).toBe(409);
    expect(text).toContain('This account is suspended, so it can’t move money.');
    expect((await read(browser, path)).text).toContain('This account is suspended, so it can’t move money.');
    expect(await rowOf(id)).toMatchObject({ version: 2 });
  });

  test('a processed form says so, even if the account was suspended since', async () => {
    const { browser, path, merchant } = await open();
    const { hidden } = await review(browser, `${path}/refunds`, { amount: '20', reason: 'x' });
    const first = await send(browser, `${path}/refunds`, hidden);
    await prisma.account.update({ where: { id: merchant.accountId }, data: { status: 'suspended' } });
    const again = await send(browser, `${path}/refunds`, hidden);
    expect({ firstStatus: first.status, againStatus: again.status, location: again.location }).toEqual({
      firstStatus: 302,
      againStatus: 302,
      location: first.location,
    });
  });
});
