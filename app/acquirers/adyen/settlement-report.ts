import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { currencyDigits } from '~/platform/money/currencies';

/** A report that can't be read. `code` contains the row number, from 1, but none of its content. */
export class ReportError extends Error {
  override name = 'ReportError';
  constructor(readonly code: string) {
    super(`the settlement details report can’t be read: ${code}`);
  }
}

const columns = [
  'Merchant Account',
  'Merchant Reference',
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
  'Modification Merchant Reference',
  'Batch Number',
] as const;
type Column = (typeof columns)[number];
const costColumns = ['Commission (NC)', 'Markup (NC)', 'Scheme Fees (NC)', 'Interchange (NC)'] as const;

type Money = { amountMinor: number; currency: string };

/**
 * One line of a settlement details report. Amounts are in minor units of ISO 4217. Debits are negative. `row`: its number in
 * the file. `gross`: null without a gross amount. `costsMinor`: the costs that Adyen lists, in the currency of `net`.
 * `exchangeRate`: a decimal number, null without a conversion. `day`: the date in the report's time zone, such as
 * 2026-11-22.
 */
export type ReportLine = {
  row: number;
  type: string;
  merchantReference: string;
  modificationReference: string;
  modificationMerchantReference: string;
  createdAt: Date;
  day: string;
  gross: Money | null;
  net: Money;
  costsMinor: number;
  exchangeRate: string | null;
};

/**
 * Reads the lines of a settlement details report. The columns can be in any order.
 * @throws {ReportError} for a report of another account or batch, a missing column, or an invalid or incomplete line
 */
export async function* readSettlementReport(
  chunks: AsyncIterable<string>,
  expected: { merchantAccount: string; batch: string },
): AsyncGenerator<ReportLine, void> {
  let header: string[] | undefined;
  let row = 0;
  for await (const cells of readRows(chunks)) {
    row += 1;
    if (!header) {
      header = cells;
      const missing = columns.find((column) => !cells.includes(column));
      if (missing) throw new ReportError(`missing_column ${missing}`);
    } else {
      // A truncated line has fewer cells.
      if (cells.length !== header.length) throw new ReportError(`row_${row} cells`);
      yield toLine(row, toValues(header, cells), expected);
    }
  }
  if (!header) throw new ReportError('empty');
}

/** Without a limit, an unclosed quote would load the whole file into memory. */
const maximumLineLength = 100_000;

async function* readRows(chunks: AsyncIterable<string>): AsyncGenerator<string[], void> {
  const parser = parse({ max_record_size: maximumLineLength, relax_column_count: true });
  // It passes errors on to the parser, and stops the download when reading stops.
  pipeline(Readable.from(chunks), parser, () => {});
  try {
    for await (const cells of parser) yield cells as string[];
  } catch (error) {
    throw error instanceof CsvError ? new ReportError(error.code.toLowerCase()) : error;
  }
}

type Values = Record<Column, string>;

const toValues = (header: string[], cells: string[]): Values =>
  Object.fromEntries(columns.map((column) => [column, cells[header.indexOf(column)]!.trim()])) as Values;

function toLine(
  row: number,
  values: Values,
  { merchantAccount, batch }: { merchantAccount: string; batch: string },
): ReportLine {
  const requireThat = (isTrue: boolean, column: Column) => {
    if (!isTrue) throw new ReportError(`row_${row} ${column}`);
  };
  requireThat(values['Merchant Account'] === merchantAccount, 'Merchant Account');
  requireThat(['', batch].includes(values['Batch Number']), 'Batch Number');
  requireThat(values.Type !== '', 'Type');
  requireThat(isCurrencyCode(values['Net Currency']), 'Net Currency');
  const readAmount = (column: Column, currency: string) => {
    if (values[column] === '') return null;
    const amount = toMinor(values[column], currency);
    requireThat(amount !== null, column);
    return amount;
  };
  const readSides = (name: 'Gross' | 'Net', unit: 'GC' | 'NC', currency: string) => {
    const debit = readAmount(`${name} Debit (${unit})` as Column, currency);
    const credit = readAmount(`${name} Credit (${unit})` as Column, currency);
    return debit === null && credit === null ? null : (credit ?? 0) - (debit ?? 0);
  };
  const [netCurrency, grossCurrency] = [values['Net Currency'], values['Gross Currency']];
  const gross = readSides('Gross', 'GC', grossCurrency);
  requireThat(gross === null || isCurrencyCode(grossCurrency), 'Gross Currency');
  const rate = values['Exchange Rate'];
  const createdAt = toTime(values['Creation Date'], values.TimeZone);
  requireThat(createdAt !== null, 'Creation Date');
  return {
    row,
    type: values.Type,
    merchantReference: values['Merchant Reference'],
    modificationReference: values['Modification Reference'],
    modificationMerchantReference: values['Modification Merchant Reference'],
    createdAt: createdAt!,
    day: values['Creation Date'].slice(0, 10),
    gross: gross === null ? null : { amountMinor: gross, currency: grossCurrency },
    net: { amountMinor: readSides('Net', 'NC', netCurrency) ?? 0, currency: netCurrency },
    costsMinor: toCosts(),
    exchangeRate: gross !== null && grossCurrency !== netCurrency && isRate(rate) ? rate : null,
  };

  // Costs can have more decimals than the currency.
  function toCosts(): number {
    let total = 0;
    for (const column of costColumns) {
      if (values[column] === '') continue;
      requireThat(/^-?\d{1,15}(?:\.\d{1,8})?$/.test(values[column]), column);
      total += Number(values[column]);
    }
    return Math.round(total * 10 ** currencyDigits(netCurrency));
  }
}

const isCurrencyCode = (text: string) => /^[A-Z]{3}$/.test(text);
const isRate = (text: string) => /^\d{1,15}(?:\.\d{1,15})?$/.test(text) && Number(text) > 0;

/**
 * Converts an amount in major units, such as 12.50, to minor units. Reports don't use Adyen's own minor units. Null if the
 * result isn't a whole number.
 */
function toMinor(text: string, currency: string): number | null {
  const [, sign, integerDigits, fraction = ''] = /^(-?)(\d{1,12})(?:\.(\d{1,8}))?$/.exec(text) ?? [];
  if (integerDigits === undefined) return null;
  const digits = currencyDigits(currency);
  if (/[1-9]/.test(fraction.slice(digits))) return null;
  const amount = Number(integerDigits + fraction.slice(0, digits).padEnd(digits, '0'));
  return sign && amount ? -amount : amount;
}

/** In hours. Reports name the account's time zone by its abbreviation. */
const offsets: Record<string, number> = {
  ...{ HST: -10, AKST: -9, AKDT: -8, PST: -8, PDT: -7, MST: -7, MDT: -6, CST: -6, CDT: -5, EST: -5, EDT: -4 },
  ...{
    AST: -4,
    ADT: -3,
    BRT: -3,
    BRST: -2,
    UTC: 0,
    GMT: 0,
    WET: 0,
    WEST: 1,
    BST: 1,
    CET: 1,
    CEST: 2,
    EET: 2,
  },
  ...{ EEST: 3, MSK: 3, SAST: 2, GST: 4, IST: 5.5, ICT: 7, SGT: 8, HKT: 8, MYT: 8, JST: 9, KST: 9 },
  ...{ AWST: 8, ACST: 9.5, ACDT: 10.5, AEST: 10, AEDT: 11, NZST: 12, NZDT: 13 },
};

/** With an unknown abbreviation, the time is off by some hours. That changes only the order of entries. */
function toTime(text: string, timeZone: string): Date | null {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return null;
  const time = Date.parse(`${text.replace(' ', 'T')}Z`);
  const offset = Object.hasOwn(offsets, timeZone) ? offsets[timeZone]! : 0;
  return Number.isNaN(time) ? null : new Date(time - offset * 3_600_000);
}
