import { z } from 'zod';
import { holdsCardNumber } from '~/platform/card-numbers';
import { longestPasskeyName } from './text-limits';

/** What a person calls a passkey: one line, any script. */
export const passkeyName = z
  .string({ error: 'Enter a name' })
  .transform((text) => text.normalize('NFC').trim())
  .pipe(
    z
      .string()
      .min(1, 'Enter a name')
      .refine((text) => [...text].length <= longestPasskeyName, `Enter a name of at most ${longestPasskeyName} characters`)
      .refine((text) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(text), 'Enter the name on one line, without control characters')
      .refine((text) => !holdsCardNumber(text), 'Enter a name, not a card number'),
  );

const devices: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android device'],
  [/Macintosh/, 'Mac'],
  [/Windows/, 'Windows computer'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux computer'],
];

/** What a person may call a passkey that they make in this browser. */
export function suggestPasskeyName(request: Request): string {
  const userAgent = request.headers.get('user-agent') ?? '';
  return devices.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'My passkey';
}
