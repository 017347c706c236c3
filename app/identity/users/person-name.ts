import { z } from 'zod';
import { holdsCardNumber } from '~/platform/card-numbers';
import { maxPersonNameLength } from './text-limits';

/** A person's name as they write it: one line, any script. */
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
      .refine((text) => !holdsCardNumber(text), 'Enter your name, not a card number'),
  );
