import { z } from 'zod';
import { maxEmailLength } from '~/identity/users/text-limits';

/** An e-mail address as typed by a person, in the one form under which it is kept: trimmed, lower case. */
export const emailAddress = z
  .string({ error: 'Enter your e-mail address' })
  .trim()
  .toLowerCase()
  .max(maxEmailLength, `Enter an e-mail address of at most ${maxEmailLength} characters`)
  .pipe(z.email('Enter an e-mail address like name@example.com'));
