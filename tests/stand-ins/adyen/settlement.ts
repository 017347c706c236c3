import type { Context, StoredModification, StoredPayment } from './account-state';
import { AdyenApiError } from './api-error';
import { decimalsOf, formatAmount } from './currencies';

type JournalType =
  | 'Settled'
  | 'Refunded'
  | 'RefundedReversed'
  | 'Chargeback'
  | 'ChargebackReversed'
  | 'SecondChargeback'
  | 'Fee'
  | 'Balancetransfer'
  | 'MerchantPayout';
/** Adyen adds types. */
type AnyType = JournalType | (string & {});

type Costs = { commission: number; markup: number; schemeFees: number; interchange: number };
const noCosts: Costs = { commission: 0, markup: 0, schemeFees: 0, interchange: 0 };

/** What was booked. Positive values are credits. `net` and the costs are in the net currency. */
export type LedgerEntry = {
  type: AnyType;
  merchantAccount: string;
  payment: StoredPayment | null;
  modificationReference: string;
  modificationMerchantReference: string;
  gross: { currency: string; value: number } | null;
  exchangeRate: number;
  net: { currency: string; value: number };
  costs: Costs;
  at: number;
  batch: number | null;
};

/** Everything that was settled and paid out together. */
export type PayoutBatch = {
  number: number;
  merchantAccount: string;
  fileName: string;
  payouts: { currency: string; value: number }[];
  report: string;
};

export function addLedgerEntry(
  context: Context,
  booking: {
    type: JournalType;
    payment: StoredPayment;
    /** What caused it: a capture, a refund, or a dispute. */
    modification: { pspReference: string; reference: string | null };
    value: number;
  },
): void {
  const { account, settings, clock } = context;
  const { type, payment, modification, value } = booking;
  const { currency } = payment.amount;
  const netCurrency = settings.settlement?.currency ?? currency;
  const exchangeRate = netCurrency === currency ? 1 : (settings.settlement?.rates[currency] ?? 1);
  const converted = Math.round(value * exchangeRate * 10 ** (decimalsOf(netCurrency) - decimalsOf(currency)));
  const costs = costsOf(context, type, converted);
  account.ledger.push({
    type,
    merchantAccount: payment.merchantAccount,
    payment,
    modificationReference: modification.pspReference,
    modificationMerchantReference: modification.reference ?? '',
    gross: { currency, value },
    exchangeRate,
    net: { currency: netCurrency, value: converted - sumOf(costs) },
    costs,
    at: clock.now(),
    batch: null,
  });
}

/** @returns whether it wasn't paid out yet */
export function removeLedgerEntry({ account }: Context, { pspReference }: StoredModification): boolean {
  const index = account.ledger.findIndex(
    (entry) => entry.modificationReference === pspReference && entry.batch === null,
  );
  if (index < 0) return false;
  account.ledger.splice(index, 1);
  return true;
}

const sumOf = (costs: Costs) => Object.values(costs).reduce((sum, cost) => sum + cost, 0);

function costsOf({ settings: { fees, chargebackFee } }: Context, type: JournalType, value: number): Costs {
  if (type === 'Chargeback' || type === 'SecondChargeback') return { ...noCosts, commission: chargebackFee };
  if (type !== 'Settled') return noCosts;
  const costs = {
    ...noCosts,
    markup: fees.markup,
    schemeFees: Math.round((value * fees.schemePercent) / 100),
    interchange: Math.round((value * fees.interchangePercent) / 100),
  };
  return fees.isBlended ? { ...noCosts, commission: sumOf(costs) } : costs;
}

/**
 * Closes a batch with everything that wasn't paid out yet, and publishes its report.
 * @param reportUrl in the webhook, instead of the report's own address
 */
export function makePayout(context: Context, merchantAccount: string, reportUrl?: string): PayoutBatch {
  const { account, settings, clock } = context;
  const open = account.ledger.filter(
    (entry) => entry.batch === null && entry.merchantAccount === merchantAccount,
  );
  if (!open.length) throw new AdyenApiError(422, '000', 'There is nothing to pay out.');
  const number = account.batches.filter((batch) => batch.merchantAccount === merchantAccount).length + 1;
  const month = new Date(clock.milliseconds()).toLocaleString('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const own = (type: JournalType, reference: string, currency: string, value: number): LedgerEntry => ({
    type,
    merchantAccount,
    payment: null,
    modificationReference: reference,
    modificationMerchantReference: '',
    gross: null,
    exchangeRate: 1,
    net: { currency, value },
    costs: noCosts,
    at: clock.now(),
    batch: number,
  });
  const payouts: PayoutBatch['payouts'] = [];
  const closing: LedgerEntry[] = [];
  for (const currency of new Set(open.map(({ net }) => net.currency))) {
    const entries = open.filter(({ net }) => net.currency === currency);
    const fee = settings.fees.perTransaction * entries.filter(({ type }) => type === 'Settled').length;
    if (fee) closing.push(own('Fee', `Transaction Fees ${month}`, currency, -fee));
    const sum = entries.reduce((total, { net }) => total + net.value, 0) - fee;
    // Adyen doesn't collect a debt, but moves it to the next batch.
    if (sum < 0) {
      closing.push(own('Balancetransfer', `Transfer to batch ${number + 1}`, currency, -sum));
      account.ledger.push({
        ...own('Balancetransfer', `Transfer from batch ${number}`, currency, sum),
        batch: null,
      });
    } else if (sum > 0) {
      const reference = `TX${String(number).padStart(9, '0')}XT batch ${number}, ${settings.companyAccount}`;
      closing.push(own('MerchantPayout', reference, currency, -sum));
      payouts.push({ currency, value: sum });
    }
  }
  for (const entry of open) entry.batch = number;
  account.ledger.push(...closing);
  const fileName = `settlement_detail_report_batch_${number}.csv`;
  const report = writeReport(settings.companyAccount, [...open, ...closing]);
  const batch = { number, merchantAccount, fileName, payouts, report };
  account.batches.push(batch);
  announceReport(context, merchantAccount, fileName, reportUrl);
  return batch;
}

export function announceReport(
  { webhooks, origin }: Context,
  merchantAccount: string,
  fileName: string,
  reportUrl = `${origin}/reports/download/MerchantAccount/${encodeURIComponent(merchantAccount)}/${fileName}`,
): void {
  webhooks.publish({
    eventCode: 'REPORT_AVAILABLE',
    success: true,
    pspReference: fileName,
    merchantAccountCode: merchantAccount,
    merchantReference: '',
    amount: { currency: 'EUR', value: 0 },
    reason: reportUrl,
  });
}

/** A fee of Adyen that belongs to no payment, or another movement. */
export function chargeFee(
  { account, clock }: Context,
  merchantAccount: string,
  fee: { type: string; currency: string; amount: number; description: string },
): void {
  const { type, currency, amount, description } = fee;
  account.ledger.push({
    type,
    merchantAccount,
    payment: null,
    modificationReference: description,
    modificationMerchantReference: '',
    gross: null,
    exchangeRate: 1,
    net: { currency, value: -amount },
    costs: noCosts,
    at: clock.now(),
    batch: null,
  });
}

export const reportColumns = [
  'Company Account',
  'Merchant Account',
  'Psp Reference',
  'Merchant Reference',
  'Payment Method',
  'Creation Date',
  'TimeZone',
  'Type',
  'Modification Reference',
  'Gross Currency',
  'Gross Debit (GC)',
  'Gross Credit (GC)',
  'Exchange Rate',
  'Net Currency',
  'Net Debit (NC)',
  'Net Credit (NC)',
  'Commission (NC)',
  'Markup (NC)',
  'Scheme Fees (NC)',
  'Interchange (NC)',
  'Payment Method Variant',
  'Modification Merchant Reference',
  'Batch Number',
  ...Array.from({ length: 7 }, (_, index) => `Reserved${index + 4}`),
];

function writeReport(companyAccount: string, entries: LedgerEntry[]): string {
  const rows = entries.map((entry) => rowOf(companyAccount, entry));
  return [reportColumns, ...rows].map((row) => `${row.map(quote).join(',')}\n`).join('');
}

function rowOf(companyAccount: string, entry: LedgerEntry): string[] {
  const { payment, gross, net, costs } = entry;
  const brand = payment?.card.brand ?? '';
  const cost = (value: number) => (value ? formatAmount(value, net.currency) : '');
  return [
    companyAccount,
    entry.merchantAccount,
    payment?.pspReference ?? '',
    payment?.reference ?? '',
    brand,
    new Date(entry.at * 1000).toISOString().slice(0, 19).replace('T', ' '),
    'UTC',
    entry.type,
    entry.modificationReference,
    // Fees have this currency and no gross amount.
    gross?.currency ?? (entry.type === 'MerchantPayout' ? '' : net.currency),
    ...sidesOf(gross),
    gross ? String(entry.exchangeRate) : '',
    net.currency,
    ...sidesOf(net),
    cost(costs.commission),
    cost(costs.markup),
    cost(costs.schemeFees),
    cost(costs.interchange),
    brand && `${brand}classic`,
    entry.modificationMerchantReference,
    String(entry.batch),
    ...Array.from({ length: 7 }, () => ''),
  ];
}

/** Debit and credit. */
function sidesOf(money: { currency: string; value: number } | null): [string, string] {
  if (!money) return ['', ''];
  const text = formatAmount(Math.abs(money.value), money.currency);
  return money.value < 0 ? [text, ''] : ['', text];
}

const quote = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export const findReport = (context: Context, merchantAccount: string, fileName: string): string =>
  findBatch(context, merchantAccount, fileName).report;

export function replaceReport(
  context: Context,
  merchantAccount: string,
  fileName: string,
  report: string,
): void {
  findBatch(context, merchantAccount, fileName).report = report;
}

function findBatch({ account }: Context, merchantAccount: string, fileName: string): PayoutBatch {
  const batch = account.batches.find(
    (one) => one.merchantAccount === merchantAccount && one.fileName === fileName,
  );
  if (!batch) throw new AdyenApiError(404, '000', 'Not Found');
  return batch;
}
