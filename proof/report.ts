import { compareBooks, operationQuery, type BooksComparison, type OperationRow } from './comparison';
import type { Installation } from './installation';
import type { ProofMerchant } from './merchant';
import { poll } from './polling';
import type { Server } from '../tests/peers/server';

/** What a part of the proof did and found. */
export type PartReport = BooksComparison & {
  name: string;
  counts: string[];
  /** Server errors and missing replies that no outage explains. */
  unannounced: { count: number; samples: string[] };
  /** Anything else that is wrong. */
  problems: string[];
};

const settleMs = 240_000;
const maximumListed = 20;

/** Each event of a merchant with each of its endpoints that has to receive it. */
const webhookQuery = `
  select e.id as event_id, p.id as endpoint_id, d.status from webhook_events e
  join webhook_endpoints p on p.account_id = e.account_id and p.environment = e.environment
    and p.deleted_at is null and p.status = 'enabled' and (p.events = '{}' or e.type = any(p.events))
  left join webhook_deliveries d on d.event_id = e.id and d.endpoint_id = p.id
  where e.created_at >= $1`;
const pendingWebhookQuery = `${webhookQuery} and (d.status is null or d.status = 'pending') limit 1`;

type WebhookRow = { event_id: string; endpoint_id: string; status: string | null };

/** Waits until nothing is pending, and compares the books with the replies that the merchant got. */
export async function compareWithBooks(
  name: string,
  installation: Installation,
  merchant: ProofMerchant,
  { counts = [], problems = [] }: Partial<Pick<PartReport, 'counts' | 'problems'>> = {},
): Promise<PartReport> {
  const { isEmbedded, query, simulator, receivedWebhooks } = installation;
  const externalIds = merchant.journal.map(({ externalId }) => externalId);
  const readOperations = () => query<OperationRow>(operationQuery, [externalIds]);
  if (isEmbedded) await installation.stopProcesses();
  else
    await poll(
      async () => {
        const isPending = (await readOperations()).some(({ status }) => status === 'PENDING');
        return !isPending && !(await query(pendingWebhookQuery, [merchant.startedAt])).length;
      },
      { timeoutMs: settleMs, pauseMs: 1_000 },
    );
  const comparison = compareBooks(merchant.journal, await readOperations(), simulator.readLedger());
  const webhooks = isEmbedded ? [] : await query<WebhookRow>(webhookQuery, [merchant.startedAt]);
  const missing = webhooks.filter(
    ({ event_id, endpoint_id, status }) =>
      status !== 'delivered' || !receivedWebhooks.has(`${endpoint_id} ${event_id}`),
  );
  const { code, output, errorOutput } = await installation.auditBooks();
  const approved = merchant.journal.filter(({ outcome }) => outcome === 'approved').length;
  return {
    name,
    counts: [
      ...counts,
      `${format(merchant.journal.length)} operations (${format(approved)} approved) in ${format(merchant.requests)} requests`,
      ...(webhooks.length ? [`${format(webhooks.length)} webhooks`] : []),
      ...(merchant.expectedErrors ? [`${format(merchant.expectedErrors)} announced errors`] : []),
      ...(merchant.expectedLosses ? [`${format(merchant.expectedLosses)} requests without a reply`] : []),
    ],
    ...comparison,
    guessed: [...comparison.guessed, ...merchant.changedReplies],
    unannounced: {
      count: merchant.unannouncedCount,
      samples: merchant.unannouncedCount
        ? [...merchant.unannounced, ...listLoggedErrors(installation.running())]
        : [],
    },
    problems: [
      ...problems,
      ...(approved ? [] : ['nothing was approved']),
      ...merchant.wrongReplies.map((reply) => `an unexpected reply: ${reply}`),
      ...(code === 0
        ? []
        : [
            `npm run audit-books: ${`${output}${errorOutput}`.trim().split('\n').slice(-maximumListed).join('\n')}`,
          ]),
      ...missing.map(
        ({ event_id, endpoint_id, status }) =>
          `webhook ${event_id} to ${endpoint_id}: ${status}, not received by the merchant`,
      ),
    ],
  };
}

/** The last of each kind of error that the processes logged. */
export function listLoggedErrors(servers: readonly Pick<Server, 'output'>[]): string[] {
  const lines = servers.flatMap(({ output }) => output().split('\n'));
  const errors = lines.filter((line) => line.includes('"level":50'));
  const kindOf = (line: string) => line.match(/"(?:msg|errorName|errorCode)":"[^"]*"/g)?.join();
  const byKind = new Map(errors.map((line) => [kindOf(line), line]));
  return [...byKind.values()].slice(0, maximumListed);
}

/** The report of a part that could not be completed. */
export function reportAborted(name: string, error: Error): PartReport {
  return {
    name,
    counts: [],
    lost: [],
    doubled: [],
    guessed: [],
    unannounced: { count: 0, samples: [] },
    problems: [`aborted: ${error.stack}`],
  };
}

export const format = (count: number) => count.toLocaleString('en-US');

/** A Markdown table with a row for each part. */
export function renderTable(reports: readonly PartReport[]): string {
  const cells = (values: (string | number)[]) => `| ${values.join(' | ')} |`;
  return [
    cells(['Part', 'Done', 'Lost', 'Doubled', 'Guessed', 'Unannounced errors', 'Other problems']),
    cells(['---', '---', '--:', '--:', '--:', '--:', '--:']),
    ...reports.map(({ name, counts, lost, doubled, guessed, unannounced, problems }) =>
      cells([
        name,
        counts.join('; '),
        ...[lost, doubled, guessed].map(({ length }) => length),
        unannounced.count,
        problems.length,
      ]),
    ),
  ].join('\n');
}

/** All findings, with details for debugging. */
export function listFindings(reports: readonly PartReport[]): string[] {
  return reports.flatMap(({ name, lost, doubled, guessed, unannounced, problems }) =>
    [
      ...lost.map((what) => `lost: ${what}`),
      ...doubled.map((what) => `doubled: ${what}`),
      ...guessed.map((what) => `guessed: ${what}`),
      ...unannounced.samples.map((what) => `unannounced: ${what}`),
      ...problems,
    ].map((finding) => `${name}: ${finding}`),
  );
}
