import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { config } from '~/platform/config/config.server';
import { createId } from '~/platform/ids';
import { singleton } from '~/platform/concurrency/singleton.server';
import { isEmbedded, prisma } from '~/platform/database/db.server';
import type { SealedColumn } from '~/platform/secrets/reencryption.server';
import { seal, unseal } from '~/platform/secrets/secrets.server';

const maximumMails = 200;
const mailSizeLimitBytes = 512 * 1024;

/** A captured email, for people who try out the product. */
export type CapturedMail = {
  id: string;
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  links: string[];
  receivedAt: string;
};

const purpose = 'captured-mail';

export const sealedCapturedMails: SealedColumn = {
  label: 'captured emails',
  table: 'captured_mails',
  keys: ['id'],
  value: 'sealed',
  assignment: 'sealed = $1',
  purpose: () => purpose,
};

const state = singleton('mail-capture', () => ({
  server: undefined as SMTPServer | undefined,
  port: 0,
}));

/**
 * Whether this process captures its own emails: without a configured mail server, and never in production
 * mode.
 */
export const isMailCaptured = !config.smtpUrl && !config.production;

/**
 * The address of the process's mail server.
 * @throws Error before it listens
 */
export function requireCaptureUrl(): string {
  if (!state.port) throw new Error('mail capture is not running');
  return `smtp://127.0.0.1:${state.port}`;
}

/** The emails captured by all processes, newest first, at most 200. */
export async function listCapturedMails(): Promise<CapturedMail[]> {
  const rows = await prisma.capturedMail.findMany({ orderBy: { id: 'desc' }, take: maximumMails });
  return rows.flatMap(({ sealed }) => {
    const text = unseal(purpose, sealed);
    return text === null ? [] : [JSON.parse(text) as CapturedMail];
  });
}

/**
 * Starts a mail server on this machine's loopback interface, so that emails take the same path as in
 * production.
 */
export async function startMailCapture(): Promise<void> {
  if (!isMailCaptured || state.server) return;
  // An embedded database belongs to this process, whose mailbox begins empty.
  if (isEmbedded) await prisma.capturedMail.deleteMany();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: mailSizeLimitBytes,
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => void (stream.sizeExceeded || chunks.push(chunk)));
      stream.on('end', () => {
        if (stream.sizeExceeded)
          return done(Object.assign(new Error('The mail is too large'), { responseCode: 552 }));
        storeMail(
          Buffer.concat(chunks),
          session.envelope.rcptTo.map(({ address }) => address).join(', '),
        ).then(() => done(), done);
      });
    },
  });
  // A client that disconnects isn't an error.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  state.server = server;
  state.port = (server.server.address() as AddressInfo).port;
}

export async function stopMailCapture(): Promise<void> {
  const { server } = state;
  state.server = undefined;
  state.port = 0;
  if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
}

async function storeMail(raw: Buffer, to: string): Promise<void> {
  const { from, subject = '', text = '', html = '' } = await PostalMime.parse(raw);
  const links = [...new Set(text.match(/https?:\/\/[^\s<>"')\]]+/g))];
  const mail: CapturedMail = {
    id: createId('mail'),
    to,
    from: from?.address ?? '',
    subject,
    text,
    html,
    links,
    receivedAt: new Date().toISOString(),
  };
  const { id } = await prisma.capturedMail.create({ data: { sealed: seal(purpose, JSON.stringify(mail)) } });
  await prisma.capturedMail.deleteMany({ where: { id: { lte: id - BigInt(maximumMails) } } });
}
