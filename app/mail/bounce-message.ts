import PostalMime, { type Attachment } from 'postal-mime';
import { config } from '~/platform/config/config.server';
import { isId } from '~/platform/ids';

/** What a delivery status notification says about an email of ours: its address and the code, such as "5.1.1". */
export type Bounce = { mailId: string; recipient: string; code: string };

/**
 * Reads a delivery status notification (RFC 3464) of an email that this installation sent. The action decides,
 * not the code: a mail server that gives up after days of attempts reports a failure with a 4.x.x code.
 * @param message the message as it arrived
 * @returns no bounces for other messages, delays, deliveries, and emails of others
 */
export async function parseBounces(message: Uint8Array): Promise<Bounce[]> {
  try {
    const { attachments } = await PostalMime.parse(message, { forceRfc822Attachments: true });
    const report = attachments.find(({ mimeType }) => reportTypes.has(mimeType));
    const original = attachments.find(({ mimeType }) => originalTypes.has(mimeType));
    if (!report || !original) return [];
    const mailId = parseMessageId((await PostalMime.parse(original.content)).messageId);
    return mailId ? (await parseFailures(report)).map((failure) => ({ mailId, ...failure })) : [];
  } catch {
    // The parser rejects what is nested too deep or has too many headers.
    return [];
  }
}

const reportTypes = new Set(['message/delivery-status', 'message/global-delivery-status']);
const originalTypes = new Set([
  'message/rfc822',
  'text/rfc822-headers',
  'message/global',
  'message/global-headers',
]);

const messageIdPattern = /^<([^@<>]+)@([^@<>]+)>$/;

/** The ID of our email in its Message-ID. Null for the email of another sender. */
function parseMessageId(messageId = ''): string | null {
  const [, id = '', host] = messageIdPattern.exec(messageId.trim()) ?? [];
  return isId('mail', id) && host === new URL(config.addresses.portal).hostname ? id : null;
}

/** A report has a group of fields about the message, and one for each recipient. */
async function parseFailures({ content }: Attachment): Promise<Omit<Bounce, 'mailId'>[]> {
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
  const groups = text.split(/\r?\n[ \t]*\r?\n/).slice(0, maximumGroups);
  const parsed = await Promise.all(groups.map((group) => PostalMime.parse(`${group.trim()}\r\n\r\n`)));
  return parsed.flatMap(({ headers }) => {
    const field = (name: string) => headers.find(({ key }) => key === name)?.value ?? '';
    if (field('action').trim().toLowerCase() !== 'failed') return [];
    const [code = '5.0.0'] = /^[45]\.\d{1,3}\.\d{1,3}(?!\d)/.exec(field('status').trim()) ?? [];
    return ['original-recipient', 'final-recipient'].flatMap((name) => {
      const recipient = /^[^;]+;\s*<?([^\s<>]+)/.exec(field(name))?.[1]?.toLowerCase();
      return recipient ? [{ recipient, code }] : [];
    });
  });
}

/** Our emails have one recipient each. */
const maximumGroups = 10;
