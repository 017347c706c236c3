import { z } from 'zod';
import { containsCardNumber } from '~/platform/cards/card-numbers';
import { maxPasskeyNameLength } from '~/identity/users/text-limits';
import { describeDevice, readUserAgent } from '~/identity/sessions/user-agent';

/** A person's name for a passkey: one line, any script. */
export const passkeyName = z
  .string({ error: 'Enter a name' })
  .transform((text) => text.normalize('NFC').trim())
  .pipe(
    z
      .string()
      .min(1, 'Enter a name')
      .refine(
        (text) => [...text].length <= maxPasskeyNameLength,
        `Enter a name of at most ${maxPasskeyNameLength} characters`,
      )
      .refine(
        (text) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(text),
        'Enter the name on one line, without control characters',
      )
      .refine((text) => !containsCardNumber(text), 'Enter a name, not a card number'),
  );

/** The suggested name for a passkey created in this browser. */
export function suggestPasskeyName(request: Request): string {
  return describeDevice(readUserAgent(request));
}
