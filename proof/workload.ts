import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { testCards } from '~/acquirers/test-cards';
import type { ProofMerchant } from './merchant';
import { buildAddress, buildExternalId, pick, pickNumber } from './random';

const card = { code: '123', expiry: '12/40' };
const approvedPans = pansOf('approved');
const declinedPans = pansOf('do_not_honor', 'insufficient_funds', 'lost_card', 'stolen_card');
const pollMs = 250;
const formPolls = 240;

/** Cards with a security code of three digits. */
function pansOf(...outcomes: string[]): string[] {
  return testCards
    .filter(
      ({ pan, outcome, behavior, silent }) =>
        pan.length === 16 && outcomes.includes(outcome) && !behavior && !silent,
    )
    .map(({ pan }) => pan);
}

/** Merchants and payers, each of whom makes one payment after the other and everything that follows from it. */
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
      await pick(histories)(merchant);
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
const histories: ((merchant: ProofMerchant) => Promise<void>)[] = [
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
  const reply = await merchant.complete('/transactions', buildPayment(operation, amount));
  return reply?.status === 200 && reply.json.status !== 'DECLINED' ? (reply.json.id as string) : undefined;
}

const followUp = (merchant: ProofMerchant, id: string, operation: 'capture' | 'void', amount?: number) =>
  merchant.complete(`/transactions/${id}`, { operation, external_id: buildExternalId(), amount });

const refund = (merchant: ProofMerchant, id: string, amount: number) =>
  merchant.complete('/refunds', { external_id: buildExternalId(), trx_id: id, amount });

async function payAtOnce(merchant: ProofMerchant): Promise<void> {
  const id = await pay(merchant, 'authcap', pickNumber(100, 100_000));
  if (id) await merchant.get(`/transactions/${id}`);
}

async function captureInParts(merchant: ProofMerchant): Promise<void> {
  const part = pickNumber(100, 10_000);
  const id = await pay(merchant, 'authorize', part * 3);
  if (!id) return;
  for (let captured = 0; captured < 3; captured++) await followUp(merchant, id, 'capture', part);
  await merchant.get('/transactions?limit=10');
}

async function voidHold(merchant: ProofMerchant): Promise<void> {
  const id = await pay(merchant, 'authorize', pickNumber(100, 100_000));
  if (id) await followUp(merchant, id, 'void');
}

/** The second refund is for more than is left. */
async function captureAndRefund(merchant: ProofMerchant): Promise<void> {
  const amount = pickNumber(1_000, 100_000);
  const id = await pay(merchant, 'authcap', amount);
  if (!id) return;
  await Promise.all([refund(merchant, id, amount - 100), refund(merchant, id, amount - 100)]);
  await refund(merchant, id, 100);
}

async function decline(merchant: ProofMerchant): Promise<void> {
  await merchant.complete('/transactions', buildPayment('authcap', 1_000, pick(declinedPans)));
}

/** A payer who submits the form again when the page doesn't respond, and a merchant who asks for the payment. */
async function payOnHostedPage(merchant: ProofMerchant): Promise<void> {
  const amount = pickNumber(100, 100_000);
  const externalId = buildExternalId();
  const intent = await createIntent(merchant, externalId, amount);
  if (!intent) return;
  const submit = prepareForm(merchant, intent);
  for (let polls = 0; polls < formPolls; polls++) {
    const submitted = await submit();
    const found = await merchant.get(`/transaction?type=external_id&id=${externalId}`);
    const status = found?.json.status;
    if (found?.status === 200 && status !== 'PENDING') {
      const outcome = status === 'DECLINED' ? 'declined' : 'approved';
      return void merchant.journal.push({ externalId, outcome, amount });
    }
    // Attempts of a killed process count as declines for a while, so the card-testing protection may step in.
    if (submitted === 429 && found?.status === 404)
      return void merchant.journal.push({ externalId, outcome: 'rejected' });
    await sleep(pollMs);
  }
  merchant.journal.push({ externalId, outcome: 'unanswered', amount });
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

/** One visit of the hosted page. @returns a function that submits its form */
function prepareForm(merchant: ProofMerchant, intent: string): () => Promise<number | undefined> {
  const address = buildAddress();
  const fields = buildCheckoutForm();
  const path = `/test/checkout?${new URLSearchParams({ client_id: merchant.clientId, intent_id: intent })}`;
  const headers = { 'X-Forwarded-For': address };
  const form = { method: 'POST', body: new URLSearchParams(fields), headers };
  return async () => (await merchant.openPage(path, form))?.status;
}

export const buildCheckoutForm = () => ({
  number: pick(approvedPans),
  expiry: card.expiry,
  code: card.code,
  name: 'Ada Example',
  form_id: randomUUID(),
});
