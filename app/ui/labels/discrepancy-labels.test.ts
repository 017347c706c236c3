import { expect, test } from 'vitest';
import { formatDiscrepancyValue } from './discrepancy-labels';

test.each([
  ['1250 USD', '$12.50'],
  ['capture -1250 CAD in po_1', 'capture -CA$12.50 in po_1'],
  ['CAPTURED 1250 JPY', 'CAPTURED ¥1,250'],
  ['refund 500 EUR of 2026-01-02', 'refund €5.00 of 2026-01-02'],
  // No amounts.
  ['1250', '1250'],
  ['24, CVC Declined', '24, CVC Declined'],
  ['05 NOT approved', '05 NOT approved'],
  ['op_12 USD', 'op_12 USD'],
])('%s is shown as %s', (text, formatted) => {
  expect(formatDiscrepancyValue(text)).toBe(formatted);
});
