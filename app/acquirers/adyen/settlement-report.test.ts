import { expect, test } from 'vitest';
import { readSettlementReport, type ReportLine } from './settlement-report';

const header = [
  ...['Company Account', 'Merchant Account', 'Psp Reference', 'Merchant Reference', 'Payment Method'],
  ...['Creation Date', 'TimeZone', 'Type', 'Modification Reference', 'Gross Currency', 'Gross Debit (GC)'],
  ...['Gross Credit (GC)', 'Exchange Rate', 'Net Currency', 'Net Debit (NC)', 'Net Credit (NC)'],
  ...['Commission (NC)', 'Markup (NC)', 'Scheme Fees (NC)', 'Interchange (NC)', 'Payment Method Variant'],
  ...['Modification Merchant Reference', 'Batch Number', 'Reserved4', 'Booking Date'],
];

type Change = Record<string, string>;

/** A settled payment, in a report with additional columns. */
const settled: Change = {
  'Company Account': 'TestCompany',
  'Merchant Account': 'TestMerchant',
  'Psp Reference': '1813702551707653',
  'Merchant Reference': 'order, "1"',
  'Payment Method': 'visa',
  'Creation Date': '2013-06-03 11:26:49',
  TimeZone: 'CEST',
  Type: 'Settled',
  'Modification Reference': '1713702551795048',
  'Gross Currency': 'GBP',
  'Gross Credit (GC)': '5.00',
  'Exchange Rate': '1',
  'Net Currency': 'GBP',
  'Net Credit (NC)': '4.88',
  'Markup (NC)': '0.04',
  'Scheme Fees (NC)': '0.01',
  'Interchange (NC)': '0.07',
  'Payment Method Variant': 'visaclassic',
  'Modification Merchant Reference': 'capture-1',
  'Batch Number': '12',
};

const toText = (columns: string[], lines: Change[]) =>
  [columns, ...lines.map((line) => columns.map((column) => line[column] ?? ''))]
    .map((cells) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`)
    .join('');

async function read(text: string): Promise<ReportLine[]> {
  async function* whole() {
    yield await Promise.resolve(text);
  }
  const lines: ReportLine[] = [];
  for await (const line of readSettlementReport(whole(), { merchantAccount: 'TestMerchant', batch: '12' }))
    lines.push(line);
  return lines;
}

const readLine = async (change: Change = {}) => (await read(toText(header, [{ ...settled, ...change }])))[0]!;

const expected = {
  row: 2,
  type: 'Settled',
  merchantReference: 'order, "1"',
  modificationReference: '1713702551795048',
  modificationMerchantReference: 'capture-1',
  createdAt: new Date('2013-06-03T09:26:49Z'),
  day: '2013-06-03',
  gross: { amountMinor: 500, currency: 'GBP' },
  net: { amountMinor: 488, currency: 'GBP' },
  costsMinor: 12,
  exchangeRate: null,
};

test('a line has its references, time, amounts, and costs', async () => {
  expect(await readLine()).toEqual(expected);
});

test('columns can be in any order', async () => {
  expect(await read(toText(header.toReversed(), [settled, settled]))).toEqual([
    expected,
    { ...expected, row: 3 },
  ]);
});

test('debits are negative, and a converted amount has its exchange rate', async () => {
  const line = await readLine({
    ...{ Type: 'Chargeback', 'Gross Currency': 'JPY', 'Gross Debit (GC)': '1000', 'Gross Credit (GC)': '' },
    ...{ 'Exchange Rate': '0.0054', 'Net Debit (NC)': '12.90', 'Net Credit (NC)': '' },
    ...{ 'Commission (NC)': '7.50', 'Markup (NC)': '', 'Scheme Fees (NC)': '', 'Interchange (NC)': '' },
  });
  expect(line).toMatchObject({
    gross: { amountMinor: -1_000, currency: 'JPY' },
    net: { amountMinor: -1_290, currency: 'GBP' },
    costsMinor: 750,
    exchangeRate: '0.0054',
  });
});

test('a fee has no gross amount', async () => {
  const line = await readLine({
    ...{ Type: 'Fee', 'Gross Credit (GC)': '', 'Net Credit (NC)': '', 'Net Debit (NC)': '4' },
    ...{ 'Markup (NC)': '', 'Scheme Fees (NC)': '', 'Interchange (NC)': '', 'Batch Number': '' },
  });
  expect(line).toMatchObject({ gross: null, net: { amountMinor: -400 }, costsMinor: 0, exchangeRate: null });
});

test.each([
  ['ISK', '1500.00', 1_500],
  ['IDR', '1500', 150_000],
  ['KWD', '1.234', 1_234],
  ['JPY', '1234', 1_234],
  ['USD', '0.5', 50],
  ['USD', '12.3400', 1_234],
  ['BGN', '1.00', 100],
])('an amount in %s: %s', async (currency, text, amountMinor) => {
  const line = await readLine({
    ...{ 'Gross Currency': currency, 'Gross Credit (GC)': text },
    ...{ 'Net Currency': currency, 'Net Credit (NC)': text },
  });
  expect([line.gross, line.net]).toEqual([
    { amountMinor, currency },
    { amountMinor, currency },
  ]);
});

test('costs can have more decimals than the currency', async () => {
  expect(
    await readLine({ 'Markup (NC)': '0.0449', 'Scheme Fees (NC)': '0.0049', 'Interchange (NC)': '0.0672' }),
  ).toMatchObject({ costsMinor: 12 });
});

test.each([
  ['UTC', '2013-06-03T11:26:49Z'],
  ['PDT', '2013-06-03T18:26:49Z'],
  ['IST', '2013-06-03T05:56:49Z'],
  ['constructor', '2013-06-03T11:26:49Z'],
])('the time zone %s', async (TimeZone, time) => {
  expect(await readLine({ TimeZone })).toMatchObject({ createdAt: new Date(time), day: '2013-06-03' });
});

test.each([
  ['Merchant Account', 'OtherMerchant'],
  ['Batch Number', '13'],
  ['Type', ''],
  ['Creation Date', '2013-06-03'],
  ['Creation Date', '2013-13-03 11:26:49'],
  ['Gross Currency', ''],
  ['Gross Credit (GC)', '5.001'],
  ['Net Currency', 'gbp'],
  ['Net Credit (NC)', '4,88'],
  ['Net Credit (NC)', '1e3'],
  ['Net Credit (NC)', '4.880000001'],
  ['Net Debit (NC)', '='],
  ['Markup (NC)', 'free'],
])('a line with the %s %j is refused', async (column, text) => {
  await expect(readLine({ [column]: text })).rejects.toMatchObject({
    name: 'ReportError',
    code: `row_2 ${column}`,
  });
});

test('a report without a column, without a header, or with a truncated line is refused', async () => {
  const without = header.filter((column) => column !== 'Net Credit (NC)');
  await expect(read(toText(without, [settled]))).rejects.toMatchObject({
    code: 'missing_column Net Credit (NC)',
  });
  await expect(read('')).rejects.toMatchObject({ code: 'empty' });
  const text = toText(header, [settled, settled]);
  await expect(read(text.slice(0, text.lastIndexOf(',')))).rejects.toMatchObject({ code: 'row_3 cells' });
  await expect(read(`${text}<html>\n`)).rejects.toMatchObject({ code: 'row_4 cells' });
  await expect(read(text.slice(0, -2))).rejects.toMatchObject({ code: 'csv_quote_not_closed' });
});

test('an amount with a sign is reversed, in either column', async () => {
  const change = { 'Gross Credit (GC)': '-5.00', 'Net Credit (NC)': '', 'Net Debit (NC)': '-4.88' };
  expect(await readLine(change)).toMatchObject({ gross: { amountMinor: -500 }, net: { amountMinor: 488 } });
  expect((await readLine({ 'Gross Credit (GC)': '-0.00' })).gross).toEqual({
    amountMinor: 0,
    currency: 'GBP',
  });
});

test.each([
  ['1.25', '1.25'],
  ['12', '12'],
  ['0', null],
  ['0.00', null],
  ['-1.25', null],
  ['1.25x', null],
  ['x1.25', null],
  ['1e3', null],
  ['+1', null],
  ['1.', null],
  ['', null],
])('an exchange rate of %j is %j', async (rate, exchangeRate) => {
  const change = { 'Net Currency': 'EUR', 'Exchange Rate': rate };
  expect(await readLine(change)).toMatchObject({ exchangeRate });
});

test.each([
  ['Net Currency', 'EURO'],
  ['Net Currency', 'XEUR'],
  ['Commission (NC)', '1.00x'],
  ['Commission (NC)', 'x1.00'],
  ['Creation Date', '2013-06-03 11:26:49 PM'],
  ['Creation Date', 'on 2013-06-03 11:26:49'],
  ['Creation Date', '02013-06-03 11:26:49'],
  ['Creation Date', '2013-06-03 11:26:490'],
])('the %s %s is invalid', async (column, text) => {
  await expect(readLine({ [column]: text })).rejects.toThrow(`can’t be read: row_2 ${column}`);
});
