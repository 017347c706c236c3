/** What spreadsheets take for the beginning of a formula (threat T31). */
const formula = /^[=+\-@\t\r]/;

/**
 * One line of a CSV file (RFC 4180), with its end. Text that a spreadsheet would run as a formula gets an apostrophe before
 * it; numbers are ours and stay as they are.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
