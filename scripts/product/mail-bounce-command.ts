import { maximumBounceBytes, recordBounce } from '../../app/mail/bounces';
import { closeDatabase } from '../../app/platform/database/db.server';
import { prepareDatabase } from '../../app/startup';

/**
 * Marks the email that a bounce message returns.
 * @param input the message. Reads all of it, because a mail server takes a closed pipe for an error, but keeps
 *   no more than a bounce may have
 * @returns the output
 */
export async function runBounceCommand(input: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of input) {
    size += chunk.byteLength;
    if (size <= maximumBounceBytes) chunks.push(chunk);
  }
  if (size > maximumBounceBytes) return 'Ignored: the message is too large to be a bounce.';
  await prepareDatabase();
  try {
    const bounce = await recordBounce(Buffer.concat(chunks));
    return bounce
      ? `${bounce.mailId} bounced (${bounce.code}).`
      : 'Ignored: the message returns no email that this installation sent.';
  } finally {
    await closeDatabase();
  }
}
