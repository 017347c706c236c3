import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { testCards } from '~/acquirers/test-cards';
import { giveUpMs, type JournalOutcome, type ProofMerchant } from './merchant';
import { poll } from './polling';
import { buildAddress, buildExternalId, pick, pickNumber } from './random-values';

const card = { code: '123', expiry: '12/40' };
const approvedPans = pansOf('approved');
const declinedPans = pansOf('do_not_honor', 'insufficient_funds', 'lost_card', 'stolen_card');
const pollMs = 250;

/** Cards with a security code of three digits whose payers don't have to go to their bank. */
function pansOf(...outcomes: string[]): string[] {
  return testCards
    .filter(
      ({ pan, outcome, behavior, silent, authentication }) =>
        pan.length === 16 && outcomes.includes(outcome) && !behavior && !silent && !authentication,
    )
    .map(({ pan }) => pan);
}

/** Merchants and payers. Each makes one payment at a time, with all its follow-ups. */
export type Workload = {
  payments: number;
  /** Lets each client finish its payment. */
  end(): Promise<void>;
};

export function startWorkload(
  merchant: ProofMerchant,
  { clients, pauseMs }: { clients: number; pauseMs: number },
): Workload {
  let isRunning = true;
  const workload: Workload = { payments: 0, end };
  const running = Array.from({ length: clients }, async () => {
    while (isRunning) {
      await merchant.logIn();
      await pick(scenarios)(merchant);
      workload.payments++;
      await sleep(pauseMs * 2 * Math.random());
    }
  });
  async function end(): Promise<void> {
    isRunning = false;
    await Promise.all(running);
  }
  // A failed client is reported by end().
  for (const client of running) client.catch(() => {});
  return workload;
}

/** What happens to a payment. The commonest are listed several times. */
const scenarios: ((merchant: ProofMerchant) => Promise<void>)[] = [
  ...Array<typeof payAtOnce>(3).fill(payAtOnce),
  ...Array<typeof captureInParts>(3).fill(captureInParts),
  voidHold,
  captureAndRefund,
  decline,
  payOnHostedPage,
];

export function buildPayment(operation: 'authorize' | 'authcap', amount: number, pan = pick(approvedPans)) {
  return {
    operation,
    external_id: buildExternalId(),
    order: { order_amount: amount, order_currency: pick(['EUR', 'USD']) },
    card: { ...card, pan },
  };
}

/** @returns its ID, or undefined when it has no final reply or isn't approved */
async function pay(merchant: ProofMerchant, operation: 'authorize' | 'authcap', amount: number) {
  // An authorization whose outcome is unknown for a minute is reversed.
  const reply = await merchant.complete('/transactions', buildPayment(operation, amount), [
    'approved',
    'declined',
  ]);
  return reply?.status === 200 && reply.json.status !== 'DECLINED' ? (reply.json.id as string) : undefined;
}

const followUp = (merchant: ProofMerchant, id: string, operation: 'capture' | 'void', amount?: number) =>
  merchant.complete(`/transactions/${id}`, { operation, external_id: buildExternalId(), amount });

async function expectStatus(merchant: ProofMerchant, id: string, status: string): Promise<void> {
  const path = `/transactions/${id}`;
  const reply = await merchant.retry(path);
  if (reply?.json.status !== status)
    merchant.reportWrong(`${path} isn’t ${status}`, reply ?? { status: 0, text: '' });
}

async function payAtOnce(merchant: ProofMerchant): Promise<void> {
  const id = await pay(merchant, 'authcap', pickNumber(100, 100_000));
  if (id) await expectStatus(merchant, id, 'CAPTURED');
}

async function captureInParts(merchant: ProofMerchant): Promise<void> {
  const part = pickNumber(100, 10_000);
  const id = await pay(merchant, 'authorize', part * 3);
  if (!id) return;
  for (let captured = 0; captured < 3; captured++) await followUp(merchant, id, 'capture', part);
  await expectStatus(merchant, id, 'CAPTURED');
  await merchant.retry('/transactions?limit=10');
}

async function voidHold(merchant: ProofMerchant): Promise<void> {
  const id = await pay(merchant, 'authorize', pickNumber(100, 100_000));
  if (!id) return;
  await followUp(merchant, id, 'void');
  await expectStatus(merchant, id, 'VOIDED');
}

/** Of two refunds that are too much together, one is approved. The rest is refunded later. */
async function captureAndRefund(merchant: ProofMerchant): Promise<void> {
  const [amount, rest] = [pickNumber(1_000, 100_000), 100];
  const id = await pay(merchant, 'authcap', amount);
  if (!id) return;
  const refund = (part: number, expected?: JournalOutcome[]) =>
    merchant.complete('/refunds', { external_id: buildExternalId(), trx_id: id, amount: part }, expected);
  const either: JournalOutcome[] = ['approved', 'rejected'];
  const replies = await Promise.all([refund(amount - rest, either), refund(amount - rest, either)]);
  if (replies.filter((reply) => reply?.status === 200).length !== 1)
    merchant.reportWrong(
      `two refunds of ${id}`,
      replies.find((reply) => reply !== null) ?? { status: 0, text: '' },
    );
  await refund(rest);
}

async function decline(merchant: ProofMerchant): Promise<void> {
  const payment = buildPayment('authcap', 1_000, pick(declinedPans));
  await merchant.complete('/transactions', payment, ['declined']);
}

/** A payer who submits the form again when the page doesn't respond. */
async function payOnHostedPage(merchant: ProofMerchant): Promise<void> {
  const amount = pickNumber(100, 100_000);
  const externalId = buildExternalId();
  const intent = await createIntent(merchant, externalId, amount);
  await waitForPayment(merchant, { externalId, amount }, intent ? prepareForm(merchant, intent) : undefined);
}

/**
 * Asks for a hosted payment until its outcome is known, and records it. `submit` is called before each time, and
 * returns the status of the page.
 */
export async function waitForPayment(
  merchant: ProofMerchant,
  { externalId, amount }: { externalId: string; amount: number },
  submit: () => Promise<number | undefined> = async () => undefined,
): Promise<void> {
  const outcome = await poll(
    async (): Promise<JournalOutcome | undefined> => {
      const submitted = await submit();
      const reply = await merchant.retry(`/transaction?type=external_id&id=${externalId}`);
      const status = reply?.json.status;
      if (status === 'CAPTURED') return 'approved';
      if (status === 'DECLINED') return 'declined';
      // Attempts of a killed process count as declines for a while, so card-testing protection may block the payer.
      return submitted === 429 && reply?.status === 404 ? 'rejected' : undefined;
    },
    { timeoutMs: giveUpMs, pauseMs: pollMs },
  );
  merchant.journal.push({ externalId, outcome: outcome ?? 'unanswered', amount });
}

export async function createIntent(
  merchant: ProofMerchant,
  externalId: string,
  amount: number,
): Promise<string | undefined> {
  const reply = await merchant.retry('/intents/payment', {
    external_id: externalId,
    order: { order_amount: amount, order_currency: 'EUR' },
    redirect_urls: { success: 'https://shop.example/ok', failure: 'https://shop.example/no' },
  });
  return reply?.status === 200 ? (reply.json.intent_id as string) : undefined;
}

/** One visit of the hosted page. @returns a function that submits its form and follows its redirect */
function prepareForm(merchant: ProofMerchant, intent: string): () => Promise<number | undefined> {
  const address = buildAddress();
  const fields = buildCheckoutForm();
  const path = `/test/checkout?${new URLSearchParams({ client_id: merchant.clientId, intent_id: intent })}`;
  const headers = { 'X-Forwarded-For': address };
  const form = { method: 'POST', body: new URLSearchParams(fields), headers };
  return async () => {
    const page = await merchant.openPage(path, form);
    const location = page?.headers.get('location');
    if (location) await merchant.openPage(location, { headers });
    return page?.status;
  };
}

export const buildCheckoutForm = () => ({
  number: pick(approvedPans),
  expiry: card.expiry,
  code: card.code,
  name: 'Ada Example',
  form_id: randomUUID(),
});
