// Requests released together by their last byte at two processes.
import { openRequestRace, type RawReply } from '../../tests/peers/synchronized-requests';
import type { Installation } from '../installation';
import { readOutcome, type OperationBody, type ProofMerchant } from '../merchant';
import { buildAddress, buildExternalId } from '../random-values';
import { compareWithBooks, format, type PartReport } from '../report';
import { buildCheckoutForm, buildPayment, createIntent, waitForPayment } from '../workload';

const connections = 50;
const amount = 10_000;

type RaceRequest = { path: string; body: OperationBody };
type RaceScenario = {
  name: string;
  operation: 'authorize' | 'authcap';
  build: (id: string) => RaceRequest[];
  /** How many of the requests must succeed. */
  expectedSuccesses: number;
};

const repeat = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));
const holdOperation = (id: string, operation: 'capture' | 'void', amount?: number): RaceRequest => ({
  path: `/transactions/${id}`,
  body: { operation, external_id: buildExternalId(), amount },
});
const refund = (id: string, amount: number): RaceRequest => ({
  path: '/refunds',
  body: { external_id: buildExternalId(), trx_id: id, amount },
});
const copies = (request: RaceRequest) => repeat(connections, () => request);

const scenarios: RaceScenario[] = [
  {
    name: '50 full captures',
    operation: 'authorize',
    build: (id) => repeat(connections, () => holdOperation(id, 'capture', amount)),
    expectedSuccesses: 1,
  },
  {
    name: '20 captures of a tenth',
    operation: 'authorize',
    build: (id) => repeat(20, () => holdOperation(id, 'capture', amount / 10)),
    expectedSuccesses: 10,
  },
  {
    name: 'captures against voids',
    operation: 'authorize',
    build: (id) => repeat(10, (index) => holdOperation(id, index % 2 ? 'capture' : 'void')),
    expectedSuccesses: 1,
  },
  {
    name: '10 refunds of 60%',
    operation: 'authcap',
    build: (id) => repeat(10, () => refund(id, amount * 0.6)),
    expectedSuccesses: 1,
  },
  {
    name: '50 copies of a capture',
    operation: 'authorize',
    build: (id) => copies(holdOperation(id, 'capture', amount)),
    expectedSuccesses: connections,
  },
  {
    name: '50 copies of a refund',
    operation: 'authcap',
    build: (id) => copies(refund(id, amount)),
    expectedSuccesses: connections,
  },
];

/** Races of every kind for some time, on the API and on the hosted page. */
export async function proveRaces(installation: Installation, seconds: number): Promise<PartReport> {
  const merchant = await installation.connectMerchant();
  const ports = installation.running().map(({ origin }) => Number(new URL(origin).port));
  const race = await openRequestRace(ports, connections, merchant.token);
  const problems: string[] = [];
  const until = performance.now() + seconds * 1000;
  let races = 0;
  try {
    for (; performance.now() < until; races++) {
      const scenario = scenarios[races % (scenarios.length + 2)];
      const problem = scenario
        ? await raceOnPayment(merchant, scenario, race.race)
        : races % 2
          ? await racePayments(merchant, race.race)
          : await raceForms(merchant, race.race);
      if (problem) problems.push(problem);
    }
  } finally {
    race.close();
  }
  const counts = [`${format(races)} races over two processes`];
  return compareWithBooks('Last-byte races', installation, merchant, { counts, problems });
}

type Run = Awaited<ReturnType<typeof openRequestRace>>['race'];

/** @returns what is wrong */
async function raceOnPayment(
  merchant: ProofMerchant,
  { name, operation, build, expectedSuccesses }: RaceScenario,
  run: Run,
) {
  const payment = await merchant.complete('/transactions', buildPayment(operation, amount));
  const requests = build(payment!.json.id as string);
  return checkReplies(merchant, name, requests, await run(requests), expectedSuccesses);
}

/** Copies of one payment. */
async function racePayments(merchant: ProofMerchant, run: Run) {
  const requests = copies({ path: '/transactions', body: buildPayment('authcap', amount) });
  return checkReplies(merchant, '50 copies of a payment', requests, await run(requests), connections);
}

/** Ten tabs in which one payer submits the same payment. */
async function raceForms(merchant: ProofMerchant, run: Run): Promise<string | undefined> {
  const externalId = buildExternalId();
  const intent = await createIntent(merchant, externalId, amount);
  const path = `/test/checkout?${new URLSearchParams({ client_id: merchant.clientId, intent_id: intent! })}`;
  const headers = [`X-Forwarded-For: ${buildAddress()}`];
  const replies = await run(repeat(10, () => ({ path, form: buildCheckoutForm(), headers })));
  merchant.requests += replies.length;
  for (const { status, text } of replies)
    if (status >= 500)
      merchant.countError(`page_${status}`, performance.now(), `${path}: ${text.slice(0, 300)}`);
  await waitForPayment(merchant, { externalId, amount });
  return merchant.journal.at(-1)!.outcome === 'approved'
    ? undefined
    : '10 forms: the payment is not approved';
}

/** Copies of one request count once in the journal, and must all get the same reply. */
function checkReplies(
  merchant: ProofMerchant,
  name: string,
  requests: RaceRequest[],
  replies: RawReply[],
  expectedSuccesses: number,
): string | undefined {
  const answers = new Map<string, Set<string>>();
  let successes = 0;
  for (const [index, { status, text }] of replies.entries()) {
    const { path, body } = requests[index]!;
    const json = JSON.parse(text) as Record<string, unknown>;
    if (status >= 500)
      merchant.countError(String(json.code), performance.now(), `${path}: ${status} ${text}`);
    if (status === 200) successes++;
    // The losers come too late, for the payment or for its amount.
    else if (![409, 422].includes(status)) return `${name}: ${status} ${text}`;
    if (!answers.has(body.external_id)) {
      answers.set(body.external_id, new Set());
      merchant.journal.push({
        externalId: body.external_id,
        outcome: readOutcome({ status, json }),
        amount: body.amount ?? (status === 200 ? amount : undefined),
      });
    }
    answers.get(body.external_id)!.add(status === 200 ? text : String(status));
  }
  merchant.requests += replies.length;
  if (successes !== expectedSuccesses)
    return `${name}: ${successes} succeeded instead of ${expectedSuccesses}: ${replies.map(({ status, text }) => `${status} ${text.slice(0, 120)}`).join(' ')}`;
  return [...answers.values()].some(({ size }) => size > 1)
    ? `${name}: copies got different replies`
    : undefined;
}
