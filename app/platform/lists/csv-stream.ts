import { TZDate } from '@date-fns/tz';

/** `decimal`: digits of ours with an optional sign and point, for a number that needs its last zeros. */
export type CsvCell = string | number | { decimal: string } | null;

/** By column name: a row's value, and the reader's time zone. */
export type CsvColumns<Row> = Record<string, (row: Row, timeZone: string) => CsvCell>;

/** Without it, spreadsheets assume a legacy encoding and show wrong characters (docs/decisions/0018). */
const byteOrderMark = '\ufeff';

/**
 * Characters that spreadsheets take for the start of a formula, some also in their full-width forms (threat
 * T31).
 */
const formulaPrefix = /^[=+\-@＝＋－＠\t\r\n]/;

/**
 * CSV streaming: a file with a header row and all rows, sent as fast as the client reads. No batch is read
 * after the client disconnects. The first batch is read at once, so that its errors are reported before the file
 * starts.
 */
export async function createCsvStream<Row>({
  columns,
  timeZone,
  batches,
}: {
  columns: CsvColumns<Row>;
  timeZone: string;
  batches: AsyncGenerator<readonly Row[], void>;
}): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  const lines = (rows: readonly Row[]) =>
    rows.map((row) => formatCsvLine(Object.values(columns).map((cell) => cell(row, timeZone)))).join('');
  const first = await batches.next();
  return new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(
        encoder.encode(byteOrderMark + formatCsvLine(Object.keys(columns)) + lines(first.value ?? [])),
      );
    },
    async pull(controller) {
      const { value, done } = await batches.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(lines(value)));
    },
    cancel: async () => void (await batches.return()),
  });
}

/**
 * ISO 8601 with the zone's offset at that moment: 2026-11-22T06:00:00.000+01:00. Exports
 * have a second column in UTC, which can be sorted.
 */
export function formatInTimeZone(date: Date, timeZone: string): string {
  return new TZDate(date, timeZone).toISOString();
}

/** A file name with the content, account, and day: transactions-harbour-tea-live-2026-11-22.csv */
export function buildCsvFileName(parts: readonly string[]): string {
  const toSlug = (part: string) =>
    part
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 40);
  return `${parts.map(toSlug).filter(Boolean).join('-')}.csv`;
}

/**
 * One line of a CSV file (RFC 4180) with its line ending. Text that a spreadsheet would run as a formula gets
 * a leading apostrophe. Numbers aren't text from users, so they stay unchanged.
 */
export function formatCsvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`;
}

function formatCell(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'object') return value.decimal;
  const safe = formulaPrefix.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
