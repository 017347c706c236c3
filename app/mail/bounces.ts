import { prisma } from '~/platform/database/db.server';
import { parseBounces, type Bounce } from './bounce-message';

/** Larger than any bounce of our emails, of which a mail server returns the headers or a copy. */
export const maximumBounceBytes = 1024 * 1024;

/**
 * Marks the email that a bounce message returns. Only its status code is stored. A message can't mark an email
 * whose ID and recipient it doesn't name, nor one that wasn't sent or is already marked.
 * @param message the message as it arrived
 * @returns the email and its status code. Null if no email was marked
 */
export async function recordBounce(message: Uint8Array): Promise<Pick<Bounce, 'mailId' | 'code'> | null> {
  if (message.byteLength > maximumBounceBytes) return null;
  for (const { mailId, recipient, code } of await parseBounces(message)) {
    const marked = await prisma.$executeRaw`
      update mails set status = 'bounced', last_error = ${code}, failed_at = now()
      where id = ${mailId} and lower(recipient) = ${recipient} and status = 'sent'`;
    if (marked) return { mailId, code };
  }
  return null;
}
