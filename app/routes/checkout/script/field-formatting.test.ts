import { describe, expect, it } from 'vitest';
import { formatExpiryInput, formatCardNumber, type Deletion, type FieldText } from './field-formatting';

// A vertical bar marks the caret.
const parse = (text: string): FieldText => ({ text: text.replace('|', ''), caret: text.indexOf('|') });
const render = ({ text, caret }: FieldText) => `${text.slice(0, caret)}|${text.slice(caret)}`;
const number = (previousText: string, now: string, deleted: Deletion = null) =>
  render(formatCardNumber(parse(now), { previousText: previousText.replace('|', ''), deleted }));
const expiry = (now: string, deleted: Deletion = null) => render(formatExpiryInput(parse(now), { deleted }));

describe('a card number', () => {
  it.each([
    ['typed at the end', '4242|', '42424|', '4242 4|'],
    ['typed before a gap', '4242| 4242', '42429| 4242', '4242 9|424 2'],
    ['typed in the middle', '42|42 4242', '429|42 4242', '429|4 2424 2'],
    ['pasted with spaces', '|', '4242 4242 4242 4242|', '4242 4242 4242 4242|'],
    ['pasted with dashes into the middle', '42|42', '424-2|42', '4242 |42'],
    ['of American Express', '3782|', '378282246310005|', '3782 822463 10005|'],
    ['in Arabic figures', '|', '٤٢٤٢٤|', '4242 4|'],
    ['with letters', '42|', '42x|', '42|'],
    ['too long', '|', '42424242424242424242424|', '4242 4242 4242 4242 424|'],
  ])('%s', (_, previousText, now, after) => expect(number(previousText, now)).toBe(after));

  it.each([
    ['the last figure', '4242 4|', '4242 |', 'before', '4242|'],
    ['a figure in the middle', '42|42 4242', '4|42 4242', 'before', '4|424 242'],
    ['a gap means the figure before it', '4242 |4242', '4242|4242', 'before', '424|4 242'],
    ['a gap forwards means the figure after it', '4242| 4242', '4242|4242', 'after', '4242| 242'],
    ['all', '4242 4242|', '|', 'before', '|'],
  ] as const)('deleting %s', (_, previousText, now, deleted, after) =>
    expect(number(previousText, now, deleted)).toBe(after),
  );
});

describe('an expiry date', () => {
  it.each([
    ['0|', '0|'],
    ['8|', '08|'],
    ['1|', '1|'],
    ['082|', '08/2|'],
    ['0829|', '08/29|'],
    ['082029|', '08/2029|'],
    ['8/|', '08/|'],
    ['1/|', '01/|'],
    ['08 29|', '08/29|'],
    ['08-2029|', '08/2029|'],
    ['020|', '20|'],
    ['202|', '202|'],
    ['2029|', '2029|'],
    ['2029-|', '2029-|'],
    ['2029-08|', '2029-08|'],
    ['022|', '02/2|'],
    ['08|/29', '08|/29'],
    ['x|', 'x|'],
  ])('%s becomes %s', (now, after) => expect(expiry(now)).toBe(after));

  it("doesn't reformat while deleting", () => expect(expiry('0829|', 'before')).toBe('0829|'));
});
