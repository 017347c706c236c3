import { z } from 'zod';
import { containsCardNumberWithin } from '~/platform/cards/card-numbers';
import { containsWebAddress } from '~/platform/text/web-addresses';
import { maxPersonNameLength } from './text-limits';

/**
 * A person's name as they write it: one line, any script. Invitations carry it to strangers, so it can't contain
 * a link (docs/decisions/0037).
 */
export const personName = z
  .string({ error: 'Enter your name' })
  .transform((text) => text.normalize('NFC').trim())
  .pipe(
    z
      .string()
      .min(1, 'Enter your name')
      .max(maxPersonNameLength, `Enter a name of at most ${maxPersonNameLength} characters`)
      .refine(
        (text) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text),
        'Enter your name on one line, without control characters',
      )
      .refine(
        (text) => !containsCardNumberWithin(text, maxPersonNameLength),
        'Enter your name, not a card number',
      )
      .refine(
        (text) => !containsWebAddress(text),
        'Enter your name without a web address. If it has a dot, add a space after it',
      ),
  );
