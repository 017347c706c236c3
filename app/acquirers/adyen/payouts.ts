import { isId } from '~/platform/ids';
import type { AcquirerPayout, PayoutEntry } from '../acquirer';
import { downloadReport, type ReportSource } from './report-download';
import { ReportError, readSettlementReport, type ReportLine } from './settlement-report';

const [pageSize, descriptionLength] = [500, 200];

/** Adyen numbers the batches of a merchant account, and names each report after its batch. */
const reportName = /^settlement_detail_report_batch_([1-9]\d{0,8})\.csv$/;
const payoutId = /^batch_([1-9]\d{0,8})_([A-Z]{3})$/;

/** The line with the transfer to the bank account. */
const transferType = 'MerchantPayout';

/**
 * The payouts of a batch, one for each currency. A batch that carries a debt over to the next one has a payout of 0, so
 * that its entries settle.
 * @param fileName of the report that Adyen announced
 * @returns an empty list for a report of another kind
 * @throws {ReportError} for a report with invalid lines, or with lines that don't add up to the transfer. Nothing of it is
 * stored, because stored amounts never change.
 */
export async function readBatchPayouts(
  source: ReportSource,
  fileName: string,
  signal: AbortSignal,
): Promise<AcquirerPayout[]> {
  if (!fileName.startsWith('settlement_detail_report')) return [];
  const [, batch] = reportName.exec(fileName) ?? [];
  if (batch === undefined) throw new ReportError('unsupported_name');
  const totals = new Map<string, BatchTotal>();
  for await (const line of readLines(source, batch, signal)) {
    const { currency } = line.net;
    const total = totals.get(currency) ?? { sum: 0, paid: 0, last: line };
    totals.set(currency, addLine(total, line));
  }
  return [...totals].map(([currency, { sum, paid, last }]) => {
    requireBalance(sum);
    return {
      id: `batch_${batch}_${currency}`,
      status: 'paid',
      amountMinor: paid,
      currency,
      createdAt: last.createdAt,
      arrivesOn: new Date(`${last.day}T00:00:00Z`),
      entries: 'complete',
      failureReason: null,
    };
  });
}

/** `sum`: of all lines. `paid`: the transferred amount. `last`: the line of the transfer, or else the newest line. */
type BatchTotal = { sum: number; paid: number; last: ReportLine };

function addLine({ sum, paid, last }: BatchTotal, line: ReportLine): BatchTotal {
  const isTransfer = line.type === transferType;
  const isLater = isTransfer || (last.type !== transferType && line.createdAt > last.createdAt);
  return {
    sum: sum + line.net.amountMinor,
    paid: paid - (isTransfer ? line.net.amountMinor : 0) || 0,
    last: isLater ? line : last,
  };
}

/** The lines of a complete report add up to zero, because the transfer is one of them. */
function requireBalance(sum: number): void {
  if (sum !== 0) throw new ReportError('unbalanced');
}

/**
 * The entries of a payout, in pages, in the order of its report.
 * @throws {ReportError} like {@link readBatchPayouts}, after the pages before the invalid line
 */
export async function* listBatchEntries(
  source: ReportSource,
  payout: string,
  signal: AbortSignal,
): AsyncIterable<PayoutEntry[]> {
  const [, batch, currency] = payoutId.exec(payout) ?? [];
  if (batch === undefined) throw new ReportError('unknown_payout');
  let sum = 0;
  let page: PayoutEntry[] = [];
  for await (const line of readLines(source, batch, signal)) {
    if (line.net.currency !== currency) continue;
    sum += line.net.amountMinor;
    if (line.type !== transferType) page.push(toPayoutEntry(batch, line));
    if (page.length === pageSize) {
      yield page;
      page = [];
    }
  }
  requireBalance(sum);
  if (page.length) yield page;
}

function readLines(source: ReportSource, batch: string, signal: AbortSignal): AsyncIterable<ReportLine> {
  const { merchantAccount } = source;
  const report = downloadReport(source, `settlement_detail_report_batch_${batch}.csv`, signal);
  return readSettlementReport(report, { merchantAccount, batch });
}

/** The types are those of docs.adyen.com/reporting/settlement-reconciliation. All others are `other`. */
const kinds: Record<string, PayoutEntry['kind']> = {
  Settled: 'capture',
  Refunded: 'refund',
  RefundedReversed: 'refund_failed',
  Chargeback: 'chargeback',
  SecondChargeback: 'chargeback',
  ChargebackReversed: 'chargeback_reversed',
  Fee: 'fee',
  InvoiceDeduction: 'fee',
  MiscCosts: 'fee',
  PaymentCost: 'fee',
};

/** A line has no ID, but its number is stable, because the report of a batch doesn't change. */
function toPayoutEntry(batch: string, line: ReportLine): PayoutEntry {
  const { row, type, net, exchangeRate, createdAt: occurredAt } = line;
  const kind = Object.hasOwn(kinds, type) ? kinds[type]! : 'other';
  const gross = kind === 'fee' ? null : line.gross;
  return {
    id: `batch_${batch}_row_${String(row).padStart(7, '0')}`,
    kind,
    ...toReferences(kind, line),
    gross,
    feeMinor: kind === 'fee' ? -net.amountMinor || 0 : toFee(line),
    netMinor: net.amountMinor,
    exchangeRate: gross && exchangeRate,
    description: toDescription(kind, line)?.slice(0, descriptionLength) ?? null,
    occurredAt,
  };
}

/**
 * What Adyen kept. In the same currency, it is the difference, which includes costs in columns that we don't read. For a
 * converted amount, only the listed costs are known.
 */
function toFee({ gross, net, costsMinor }: ReportLine): number {
  if (gross === null) return 0;
  return gross.currency === net.currency ? gross.amountMinor - net.amountMinor : costsMinor;
}

/** The merchant account may have payments that another system made, with references of any kind. */
const toOwn = (reference: string) => (isId('op', reference) ? reference : null);

function toReferences(
  kind: PayoutEntry['kind'],
  { merchantReference, modificationReference, modificationMerchantReference }: ReportLine,
): Pick<PayoutEntry, 'reference' | 'authorization'> {
  const authorization = toOwn(merchantReference);
  switch (kind) {
    case 'capture': {
      // An automatic capture has no reference, or its payment's.
      const isAutomatic = modificationMerchantReference === merchantReference;
      return { authorization, reference: isAutomatic ? null : toOwn(modificationMerchantReference) };
    }
    case 'refund':
    case 'refund_failed':
      return { authorization, reference: toOwn(modificationMerchantReference) };
    case 'chargeback':
    case 'chargeback_reversed':
      return { authorization, reference: modificationReference || null };
    default:
      return { authorization: null, reference: null };
  }
}

/** Lines without a payment have a description instead of a reference. */
function toDescription(
  kind: PayoutEntry['kind'],
  { type, modificationReference }: ReportLine,
): string | null {
  if (kind === 'fee') return modificationReference || type;
  return kind === 'other' ? [type, modificationReference].filter(Boolean).join(': ') : null;
}
