import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inviteAdmins, joinAsAdmin } from '../../peers/browser/admins';
import { openConnectionForm } from '../../peers/browser/connection-form';
import { logInOnPage } from '../../peers/browser/registration';
import { openSite, type Site } from '../../peers/browser/site';
import { fillCard, type Visitor } from '../../peers/browser/visitor';
import { connectMerchant, type ConnectedMerchant } from '../../peers/merchant-client';
import { createDataDir, readDemoCredentials, readDemoLogin } from '../../peers/server';
import { freePort } from '../../peers/services/free-port';
import { startLiveAdyen } from '../../peers/services/live-adyen';
import { payerCards, type LiveProcessor } from '../../peers/services/live-processor';
import { startLiveStripe } from '../../peers/services/live-stripe';
import { startShop, type MerchantShop } from '../../peers/services/merchant-shop';
import { generateCode, readKeyFromPage, waitForFreshStep } from '../../world/identity/authenticator';
import { listCardSpellings } from '../../world/payments/card-spellings';

// A merchant's live payments at a processor, from the approval of its connection to the payout, and the switch to
// another processor. Each stand-in is a process of its own.

const admins = ['ada@staff.example', 'mia@staff.example'];

/** Payments by their amounts in cents, which tell them apart at the processor. */
const [held, challenged, disputed, later, renewal] = [10_000, 4_200, 12_000, 3_300, 700];
const [capturedPart, refundedPart, disputedPart, laterRefund] = [6_000, 2_500, 4_000, 1_200];

const euros = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' });
const format = (amount: number) => euros.format(amount / 100);
async function confirmAtBank(page: Page): Promise<void> {
  await page.getByRole('heading', { name: '3-D Secure test page' }).waitFor();
  await page.getByRole('button', { name: 'Complete' }).click();
}
const deduct = (amount: number) => format(0 - amount);

describe.each([
  ['Stripe', 'Adyen', startLiveStripe, startLiveAdyen],
  ['Adyen', 'Stripe', startLiveAdyen, startLiveStripe],
] as const)('live payments with %s, then with %s', (_name, _otherName, start, startOther) => {
  let processor: LiveProcessor;
  let other: LiveProcessor;
  let site: Site;
  let shop: MerchantShop;
  let proposer: Visitor;
  let approver: Visitor;
  let owner: Visitor;
  let merchant: ConnectedMerchant;
  /** The transactions by the amount of their order. */
  const payments = new Map<number, string>();

  beforeAll(async () => {
    [processor, other, shop] = await Promise.all([
      start(),
      startOther(),
      startShop('not looked at here', { isSecure: true }),
    ]);
    const settings = { DATA_DIR: createDataDir(), PORT: String(await freePort()) };
    await inviteAdmins(settings, admins);
    site = await openSite({ ...settings, ...processor.settings, ...other.settings, LOG_LEVEL: 'trace' });
    [proposer, approver, owner] = await Promise.all([
      joinAsAdmin(site, admins[0]!),
      joinAsAdmin(site, admins[1]!),
      site.visit(),
    ]);
  });
  afterAll(async () => {
    await site?.close();
    await Promise.all([shop?.stop(), processor?.stop(), other?.stop()]);
  });

  /** Enters and tests a connection of the merchant, and approves it as another admin. */
  async function connect({ name, form, connected, sendWebhooksTo }: LiveProcessor): Promise<void> {
    const { page } = proposer;
    await openConnectionForm(site, page, name, 'Live');
    await page.getByLabel('Name', { exact: true }).fill(`${name} Europe`);
    await page.getByLabel('Merchant account ID').fill(readDemoCredentials(site).client_id);
    for (const [label, value] of Object.entries(form))
      await page.getByLabel(new RegExp(`^${label}( \\(optional\\))?$`)).fill(value);
    await sendWebhooksTo(await page.getByText(`${site.origin}/acquirer-webhooks/con_`).innerText());
    await page.getByRole('button', { name: 'Save connection' }).click();
    await page.getByText('Connection saved').waitFor();
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByText(connected).waitFor();
    expect(await page.getByRole('link', { name: 'Approve', exact: true }).count()).toBe(0);

    await approver.page.goto(page.url());
    await approver.page.getByRole('link', { name: 'Approve', exact: true }).click();
    await approver.page.getByRole('heading', { name: `Approve ${name} Europe?` }).waitFor();
  }
  async function approve(): Promise<void> {
    await approver.page.getByRole('button', { name: 'Approve connection' }).click();
    await approver.page.getByText('Connection approved').waitFor();
  }

  /** Pays on the hosted page, and returns to the shop. */
  async function pay(amount: number, operation: 'authorize' | 'authcap', card: string): Promise<void> {
    const { json } = await merchant.call('/intents/payment', {
      ...{ external_id: randomUUID(), operation },
      order: { order_id: `order-${amount}`, order_amount: amount, order_currency: 'EUR' },
      redirect_urls: { success: `${shop.origin}/success`, failure: `${shop.origin}/failure` },
    });
    const query = { client_id: merchant.clientId, intent_id: String(json.intent_id) };
    const { page, leave } = await site.visit({ ignoreHTTPSErrors: true });
    await page.goto(`${site.origin}/checkout?${new URLSearchParams(query)}`);
    await fillCard(page, card);
    await page.getByRole('button', { name: `Pay ${format(amount)}` }).click();
    if (card === payerCards.challenged) await confirmAtBank(page);
    await page.getByText('Back at the shop: success').waitFor();
    await leave();
    payments.set(amount, shop.redirects.at(-1)!.parameters.transaction_id!);
  }

  /** What the portal shows about a payment, as its processor counts it. */
  async function readBalance(amount: number) {
    await openPayment(amount);
    const items = owner.page.getByRole('region', { name: 'Amounts' }).locator('dl > div');
    const amounts = new Map(
      (await items.allTextContents()).map((text) => {
        const [, label, euros] = /^(\D+)€([\d,.]+)/.exec(text) ?? [];
        return [label, Math.round(Number(euros?.replaceAll(',', '')) * 100)];
      }),
    );
    const read = (label: string) => amounts.get(label) ?? 0;
    return {
      held: read('Left to capture') + read('Pending with the bank'),
      captured: read('Captured'),
      refunded: read('Refunded'),
    };
  }

  /** The processor did it once, and we recorded the same. */
  async function expectBalance(
    { readBalances }: LiveProcessor,
    amount: number,
    balance: { held: number; captured: number; refunded: number },
  ): Promise<void> {
    await expect.poll(() => readBalance(amount), { interval: 500 }).toEqual(balance);
    expect(await readBalances(amount)).toEqual([balance]);
  }

  const openPayment = (amount: number) =>
    owner.page.goto(`${site.origin}/transactions/${payments.get(amount)}`);
  /** Reloads the page until it shows a text, which a job of the server writes. */
  async function waitForText(page: Page, text: string | RegExp): Promise<void> {
    await expect
      .poll(async () => (await page.reload(), page.getByText(text).first().isVisible()), {
        timeout: 30_000,
        interval: 500,
      })
      .toBe(true);
  }

  /** Captures or refunds in the portal. */
  async function operate(operation: 'Capture' | 'Refund', payment: number, amount: number): Promise<void> {
    const { page } = owner;
    await openPayment(payment);
    await page.getByRole('link', { name: `${operation}…` }).click();
    await page.getByLabel('Amount in EUR').fill(String(amount / 100));
    if (operation === 'Refund') await page.getByLabel('Reason').fill('One of two parcels came back');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: `${operation} ${format(amount)}` }).click();
    await page.waitForURL(/requested=/);
    const done = operation === 'Capture' ? 'captured' : 'refunded';
    // An outcome that Adyen reports later isn't unknown.
    await page
      .getByText(`${format(amount)} is ${processor.name === 'Adyen' ? 'being ' : ''}${done}`)
      .waitFor();
    await processor.wait();
    await waitForText(page, `${format(amount)} is ${done}`);
  }

  test('the merchant sets up a second factor, a redirect host, and a live secret', async () => {
    const { page } = owner;
    await logInOnPage(site, page, readDemoLogin(site));
    await page.goto(`${site.origin}/security/second-factor`);
    const key = await readKeyFromPage(page);
    await waitForFreshStep();
    await page.getByLabel('Code from the app').fill(generateCode(key, -1));
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.waitForURL('**/security/recovery-codes');
    await page.goto(`${site.origin}/developers/redirect-hosts`);
    await page.getByLabel('Host', { exact: true }).fill(shop.origin);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Host added').waitFor();
    await page.goto(`${site.origin}/developers`);
    await page.getByRole('button', { name: 'Live', exact: true }).filter({ visible: true }).click();
    await page.getByRole('button', { name: 'Create new secret' }).click();
    await page.getByText('Your new client secret').waitFor();
    const [client_secret] = /sk_live_[\w-]{43}/.exec(await page.locator('main').innerText())!;
    const { client_id } = readDemoCredentials(site);
    merchant = await connectMerchant(site, {
      environment: 'live',
      credentials: { client_id, client_secret },
    });
  });

  test('an admin connects it, and another one approves', async () => {
    await connect(processor);
    await approver.page.getByText('Existing payments stay where they are').waitFor();
    await approve();
  });

  test('payers pay on the hosted page, with and without 3-D Secure', async () => {
    await pay(held, 'authorize', payerCards.approved);
    await expectBalance(processor, held, { held, captured: 0, refunded: 0 });
    await pay(challenged, 'authcap', payerCards.challenged);
    await pay(disputed, 'authcap', payerCards.approved);
    await processor.wait();
    for (const amount of [challenged, disputed])
      await expectBalance(processor, amount, { held: 0, captured: amount, refunded: 0 });
    expect(await processor.countPayments()).toBe(3);

    await openPayment(challenged);
    await owner.page.getByText('Captured', { exact: true }).first().waitFor();
    await owner.page.getByText('Authenticated').first().waitFor();
  });

  test('a payer saves a card after 3-D Secure, and the merchant charges it without the payer', async () => {
    const { json } = await merchant.call('/intents/card', {
      ...{ external_id: randomUUID(), reason: 'recurring' },
      redirect_urls: { success: `${shop.origin}/success`, failure: `${shop.origin}/failure` },
    });
    const intentId = String(json.intent_id);
    const { page, leave } = await site.visit({ ignoreHTTPSErrors: true });
    const query = new URLSearchParams({ client_id: merchant.clientId, intent_id: intentId });
    await page.goto(`${site.origin}/checkout?${query}`);
    await fillCard(page, payerCards.challenged);
    await page.getByRole('checkbox', { name: /recurring payments/ }).check();
    await page.getByRole('button', { name: 'Save card' }).click();
    await confirmAtBank(page);
    await page.getByText('Back at the shop: success').waitFor();
    await leave();
    const saved = await merchant.call(`/intents/card/${intentId}`);
    const { card } = saved.json as { card: { token: string } };
    const charge = await merchant.call('/transactions', {
      ...{ operation: 'authorize', external_id: randomUUID() },
      order: { order_id: 'renewal', order_amount: renewal, order_currency: 'EUR' },
      card: { token: card.token, initiator: 'merchant', reason: 'recurring' },
    });
    expect(charge.json).toMatchObject({ status: 'AUTHORIZED' });
    payments.set(renewal, String(charge.json.id));
    await expectBalance(processor, renewal, { held: renewal, captured: 0, refunded: 0 });
  });

  test('the merchant captures a part of the hold, and refunds a part of that', async () => {
    await operate('Capture', held, capturedPart);
    // Its processor allows one capture, and released the rest.
    await owner.page.getByText(`${format(held - capturedPart)} released with the capture`).waitFor();
    await owner.page.getByRole('heading', { name: 'Hold release' }).waitFor();
    await expectBalance(processor, held, { held: 0, captured: capturedPart, refunded: 0 });
    await operate('Refund', held, refundedPart);
    await expectBalance(processor, held, { held: 0, captured: capturedPart, refunded: refundedPart });
  });

  test('a payer disputes a payment, and the merchant responds and wins', async () => {
    await processor.openDispute(disputed, disputedPart);
    const { page } = owner;
    await openPayment(disputed);
    await waitForText(page, 'Captured, chargeback open');
    await page.getByRole('link', { name: 'Chargeback of' }).press('Enter');
    await page.getByRole('link', { name: 'Respond' }).click();
    await page.getByLabel('Your explanation').fill('The parcel arrived on Monday.');
    await page.getByText(processor.disputeReason).waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Submit response' }).click();
    await page.getByText(/Your response (was|is being) sent/).waitFor();
    await waitForText(page, 'Your response was sent');
    expect(await processor.readResponse()).toBe('evidence');
    await processor.decideForMerchant();
    await waitForText(page, 'You won');
    await expectBalance(processor, disputed, { held: 0, captured: disputed, refunded: 0 });
  });

  test('the payout lists its transactions, fees, and net amount, and settles them', async () => {
    const captures = [capturedPart, challenged, disputed];
    const gross = capturedPart + challenged + disputed - refundedPart;
    const fees =
      captures.reduce((sum, captured) => sum + processor.feeOf(captured), 0) +
      processor.disputeFee +
      processor.payoutFee(captures.length);
    const net = gross - fees;
    await processor.wait();
    expect(await processor.makePayout()).toBe(net);

    const { page } = owner;
    await page.goto(`${site.origin}/payouts`);
    // The payout appears before its entries.
    await waitForText(page, format(gross));
    const row = page.getByRole('row').filter({ hasText: format(net) });
    for (const text of ['Paid', format(gross), deduct(fees)])
      expect(await row.getByText(text).count()).toBe(1);
    await row.getByRole('link').press('Enter');
    await page.getByRole('heading', { name: format(net) }).waitFor();
    await page.getByText('Arrived on').waitFor();
    const lines = page.getByRole('table').getByRole('row');
    await waitForText(page, 'Chargeback won');
    const countLines = (type: string, amount: number, fee: number) =>
      lines
        .filter({ hasText: type })
        .filter({ hasText: format(amount) })
        .filter({ hasText: deduct(fee) })
        .count();
    for (const captured of captures)
      expect(await countLines('Payment', captured, processor.feeOf(captured))).toBe(1);
    expect(await countLines('Refund', -refundedPart, 0)).toBe(1);
    expect(await countLines('Chargeback', -disputedPart, processor.disputeFee)).toBe(1);
    expect(await countLines('Chargeback won', disputedPart, 0)).toBe(1);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download as CSV' }).click(),
    ]);
    const rows = parse(await readFile((await download.path())!), {
      columns: true,
      bom: true,
    }) as unknown as Record<string, string>[];
    expect(rows.reduce((sum, { net_minor }) => sum + Number(net_minor), 0)).toBe(net);
    expect(rows.reduce((sum, { fee_minor }) => sum + Number(fee_minor), 0)).toBe(fees);
    expect(rows.filter(({ kind }) => kind === 'capture').map(({ transaction_id }) => transaction_id)).toEqual(
      expect.arrayContaining([held, challenged, disputed].map((amount) => payments.get(amount))),
    );

    await lines
      .filter({ hasText: format(challenged) })
      .getByRole('link')
      .press('Enter');
    await page.getByText('Settled', { exact: true }).first().waitFor();
    await page
      .getByRole('table', { name: /in payouts/ })
      .getByText(deduct(processor.feeOf(challenged)))
      .waitFor();
    for (const amount of [challenged, disputed])
      expect((await merchant.call(`/transactions/${payments.get(amount)}`)).json.status).toBe('SETTLED');
  });

  test('after the switch, new payments go to the other processor, and refunds of old ones to the first', async () => {
    await connect(other);
    await approver.page.getByText(`Existing payments stay with ${processor.name} Europe`).waitFor();
    await approve();
    const before = await processor.countPayments();
    await pay(later, 'authcap', payerCards.approved);
    await other.wait();
    await expectBalance(other, later, { held: 0, captured: later, refunded: 0 });
    expect(await processor.countPayments()).toBe(before);

    await operate('Refund', challenged, laterRefund);
    await expectBalance(processor, challenged, { held: 0, captured: challenged, refunded: laterRefund });
    expect(await other.countPayments()).toBe(1);
  });

  test('every webhook was accepted, and the log contains no card number and no error', async () => {
    for (const { listWebhookStatuses } of [processor, other])
      expect(new Set(await listWebhookStatuses())).toEqual(new Set([200]));
    await Promise.all([proposer, approver, owner].map(({ leave }) => leave()));
    const log = site.output();
    expect(log).toContain('/checkout');
    const spellings = Object.values(payerCards).flatMap(listCardSpellings);
    expect(spellings.filter((spelling) => log.includes(spelling))).toEqual([]);
    expect(log.split('\n').filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
  });
});
