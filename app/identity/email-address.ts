import { z } from 'zod';

/** An e-mail address as typed by a person, in the one form under which it is kept: trimmed, lower case, at most 254 characters (RFC 5321). */
export const emailAddress = z
  .string({ error: 'Enter your e-mail address' })
  .trim()
  .toLowerCase()
  .max(254, 'Enter an e-mail address of at most 254 characters')
  .pipe(z.email('Enter an e-mail address like name@example.com'));
