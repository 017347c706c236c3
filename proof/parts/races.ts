// Requests released together by their last byte at two processes.
import { openRequestRace, type RawReply } from '../../tests/peers/synchronized-requests';
import type { Installation } from '../installation';
import { readOutcome, type OperationBody, type ProofMerchant } from '../merchant';
import { buildAddress, buildExternalId } from '../random';
import { compareWithBooks, format, type PartReport } from '../report';
import { buildCheckoutForm, buildPayment, createIntent } from '../workload';

const connections = 50;
const amount = 10_000;

type Race = { path: string; body: OperationBody };
type Contest = {
  name: string;
  operation: 'authorize' | 'authcap';
  build: (id: string) => Race[];
  /** How many of the requests must succeed. */
  winners: number;
};

const repeat = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));
const hold = (id: string, operation: 'capture' | 'void', amount?: number): Race => ({
  path: `/transactions/${id}`,
  body: { operation, external_id: buildExternalId(), amount },
});
const refund = (id: string, amount: number): Race => ({
  path: '/refunds',
  body: { external_id: buildExternalId(), trx_id: id, amount },
});
const copies = (request: Race) => repeat(connections, () => request);

const contests: Contest[] = [
  {
    name: '50 full captures',
    operation: 'authorize',
    build: (id) => repeat(connections, () => hold(id, 'capture', amount)),
    winners: 1,
  },
  {
    name: '20 captures of a tenth',
    operation: 'authorize',
    build: (id) => repeat(20, () => hold(id, 'capture', amount / 10)),
    winners: 10,
  },
  {
    name: 'captures against voids',
    operation: 'authorize',
    build: (id) => repeat(10, (index) => hold(id, index % 2 ? 'capture' : 'void')),
    winners: 1,
  },
  {
    name: '10 refunds of 60%',
    operation: 'authcap',
    build: (id) => repeat(10, () => refund(id, amount * 0.6)),
    winners: 1,
  },
  {
    name: '50 copies of a capture',
    operation: 'authorize',
    build: (id) => copies(hold(id, 'capture', amount)),
    winners: connections,
  },
  {
    name: '50 copies of a refund',
    operation: 'authcap',
    build: (id) => copies(refund(id, amount)),
    winners: connections,
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
      const contest = contests[races % (contests.length + 2)];
      const problem = contest
        ? await holdRace(merchant, contest, race.race)
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

/** Races on one payment. @returns what is wrong */
async function holdRace(merchant: ProofMerchant, { name, operation, build, winners }: Contest, run: Run) {
  const payment = await merchant.complete('/transactions', buildPayment(operation, amount));
  const requests = build(payment!.json.id as string);
  return judge(merchant, name, requests, await run(requests), winners);
}

/** Copies of one payment. */
async function racePayments(merchant: ProofMerchant, run: Run) {
  const requests = copies({ path: '/transactions', body: buildPayment('authcap', amount) });
  return judge(merchant, '50 copies of a payment', requests, await run(requests), connections);
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
  for (;;) {
    const { json } = (await merchant.get(`/transaction?type=external_id&id=${externalId}`))!;
    if (json.status === 'PENDING') continue;
    merchant.journal.push({ externalId, outcome: 'approved', amount });
    return json.status === 'CAPTURED' ? undefined : `10 forms: the payment is ${String(json.status)}`;
  }
}

/** Copies of one request count once in the journal, and must all get the same reply. */
function judge(
  merchant: ProofMerchant,
  name: string,
  requests: Race[],
  replies: RawReply[],
  winners: number,
): string | undefined {
  const answers = new Map<string, Set<string>>();
  let successes = 0;
  for (const [index, { status, text }] of replies.entries()) {
    const { path, body } = requests[index]!;
    const json = JSON.parse(text) as Record<string, unknown>;
    if (status >= 500)
      merchant.countError(String(json.code), performance.now(), `${path}: ${status} ${text}`);
    if (status === 200) successes++;
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
  if (successes !== winners)
    return `${name}: ${successes} succeeded instead of ${winners}: ${replies.map(({ status, text }) => `${status} ${text.slice(0, 120)}`).join(' ')}`;
  return [...answers.values()].some(({ size }) => size > 1)
    ? `${name}: copies got different replies`
    : undefined;
}
