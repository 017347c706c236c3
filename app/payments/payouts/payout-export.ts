import { recordAudit } from '~/audit/audit';
import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { createCsvStream, formatInTimeZone, type CsvColumns } from '~/platform/lists/csv-stream';
import { formatSignedAmount } from '~/platform/money/amount-input';
import { listPayoutLines, type PayoutLine, type PayoutLineCursor } from './payout-lines';
import type { PayoutFilter } from './payout-filter';
import { listMerchantPayouts } from './payout-list';
import type { PayoutSummary } from './payout-summaries';

const [payoutsPerStep, linesPerStep] = [100, 1_000];

/** An amount has a currency. */
const money = (amount: number | null, currency: string | null) =>
  amount === null ? null : { decimal: formatSignedAmount(amount, currency!) };

const payoutColumns: CsvColumns<PayoutSummary> = {
  id: ({ id }) => id,
  acquirer_payout_id: ({ acquirerId }) => acquirerId,
  status: ({ status }) => status,
  failure_reason: ({ failureReason }) => failureReason,
  created_at: ({ createdAt }, timeZone) => formatInTimeZone(createdAt, timeZone),
  created_at_utc: ({ createdAt }) => createdAt.toISOString(),
  arrival_date: ({ arrivesOn }) => arrivesOn.toISOString().slice(0, 10),
  currency: ({ currency }) => currency,
  entries: ({ entries }) => entries,
  gross_minor: ({ gross }) => gross,
  gross: ({ gross, currency }) => money(gross, currency),
  fees_minor: ({ fees }) => fees,
  fees: ({ fees, currency }) => money(fees, currency),
  net_minor: ({ net }) => net,
  net: ({ net, currency }) => money(net, currency),
};

type Line = PayoutLine & { payout: PayoutSummary };

const lineColumns: CsvColumns<Line> = {
  payout_id: ({ payout }) => payout.id,
  acquirer_payout_id: ({ payout }) => payout.acquirerId,
  payout_status: ({ payout }) => payout.status,
  arrival_date: ({ payout }) => payout.arrivesOn.toISOString().slice(0, 10),
  acquirer_entry_id: ({ entryId }) => entryId,
  kind: ({ kind }) => kind,
  occurred_at: ({ occurredAt }, timeZone) => formatInTimeZone(occurredAt, timeZone),
  occurred_at_utc: ({ occurredAt }) => occurredAt.toISOString(),
  transaction_id: ({ transactionId }) => transactionId,
  transaction_type: ({ transactionType }) => transactionType,
  external_id: ({ externalId }) => externalId,
  order_id: ({ orderId }) => orderId,
  description: ({ description }) => description,
  payment_amount_minor: ({ amount }) => amount,
  payment_amount: ({ amount, currency }) => money(amount, currency),
  payment_currency: ({ currency }) => currency,
  exchange_rate: ({ exchangeRate }) => exchangeRate,
  currency: ({ payout }) => payout.currency,
  gross_minor: ({ gross }) => gross,
  gross: ({ gross, payout }) => money(gross, payout.currency),
  fee_minor: ({ fee }) => fee,
  fee: ({ fee, payout }) => money(fee, payout.currency),
  net_minor: ({ net }) => net,
  net: ({ net, payout }) => money(net, payout.currency),
  capture_external_id: ({ captureId }) => captureId,
};

type Requested = {
  accountId: string;
  environment: Environment;
  timeZone: string;
  userId: string;
  address?: string;
  filter?: PayoutFilter;
  /** The status as the pages call it. */
  describeStatus: (payout: PayoutSummary) => string;
};

/** Exports a merchant's payouts as CSV, newest first. */
export function exportPayouts(requested: Requested): Promise<ReadableStream<Uint8Array>> {
  const columns = { ...payoutColumns, status_label: requested.describeStatus };
  return exportBatches(requested, columns, readPayouts(requested));
}

/** Exports the merchant's entries of all these payouts, newest payout first. */
export function exportLinesOfPayouts(requested: Requested): Promise<ReadableStream<Uint8Array>> {
  return exportBatches(requested, labelLines(requested), readLinesOfPayouts(requested));
}

/** Exports a payout's entries that belong to the merchant, newest first. */
export function exportPayoutLines(
  requested: Requested,
  payout: PayoutSummary,
): Promise<ReadableStream<Uint8Array>> {
  return exportBatches(requested, labelLines(requested), readLines(requested, payout), payout.id);
}

const labelLines = ({ describeStatus }: Requested): CsvColumns<Line> => ({
  ...lineColumns,
  payout_status_label: ({ payout }) => describeStatus(payout),
});

/** The audit entry is written before the first row is read. */
async function exportBatches<Row>(
  { accountId, environment, timeZone, userId, address, filter = {} }: Requested,
  columns: CsvColumns<Row>,
  batches: AsyncGenerator<Row[], void>,
  subject?: string,
): Promise<ReadableStream<Uint8Array>> {
  await recordAudit(prisma, {
    actor: `portal:${userId}`,
    action: 'payouts_exported',
    accountId,
    subject,
    details: { environment, ...filter },
    address,
  });
  return createCsvStream({ columns, timeZone, batches });
}

async function* readPayouts({
  accountId,
  environment,
  filter,
}: Requested): AsyncGenerator<PayoutSummary[], void> {
  for (let before: string | undefined; ;) {
    const page = await listMerchantPayouts({
      ...{ accountId, environment, filter },
      ...{ before, limit: payoutsPerStep },
    });
    yield page.payouts;
    if (!page.before) return;
    before = page.before;
  }
}

async function* readLinesOfPayouts(requested: Requested): AsyncGenerator<Line[], void> {
  for await (const payouts of readPayouts(requested))
    for (const payout of payouts) yield* readLines(requested, payout);
}

async function* readLines(
  { accountId, environment }: Requested,
  payout: PayoutSummary,
): AsyncGenerator<Line[], void> {
  for (let before: PayoutLineCursor | undefined; ;) {
    const page = await listPayoutLines({
      id: payout.id,
      accountId,
      environment,
      before,
      limit: linesPerStep,
    });
    yield page.lines.map((line) => ({ ...line, payout }));
    if (!page.before) return;
    before = page.before;
  }
}
