import { z } from 'zod';
import { containsCardNumber } from '~/platform/cards/card-numbers';
import { maxEmailLength } from '~/identity/users/text-limits';

/** @param missing the message for an empty field */
export const createEmailSchema = (missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .toLowerCase()
    .max(maxEmailLength, `Enter an email address of at most ${maxEmailLength} characters`)
    .pipe(z.email('Enter an email address like name@example.com'))
    .refine((text) => !containsCardNumber(text), 'Enter an email address, not a card number');

/** An email address as a person types it, normalized for storage: trimmed and in lowercase. */
export const emailAddress = createEmailSchema('Enter your email address');
