import { expect, test } from 'vitest';
import { redactSearchInput } from './input-redaction';

test.each([
  ['4242424242424242', 'last four 4242', 'card_number'],
  ['4242 4242 4242 4242 40 dollars', 'last four 4242 40 dollars', 'card_number'],
  ['yesterday, 4000-0566-5566-5556, declined', 'yesterday, last four 5556, declined', 'card_number'],
  ['３７８２ ８２２４６３ １０００５', 'last four 0005', 'card_number'],
  ['5555 5555 5555 4444 and 4111111111111111', 'last four 4444 and last four 1111', 'card_number'],
  ['4.2.4.2.4.2.4.2.4.2.4.2.4.2.4.2', 'last four 4242', 'card_number'],
  ['sk_live_abcDEF123 does not work', 'does not work', 'secret'],
  ['whsec_c2VjcmV0', '', 'secret'],
  ['4242 4242 4242 4241', '4242 4242 4242 4241', null],
  ['last four 4242,  about 40', 'last four 4242,  about 40', null],
])('%s', (input, text, found) => expect(redactSearchInput(input)).toEqual({ text, found }));
