import { SMTPServer } from 'smtp-server';
import PostalMime, { type Email } from 'postal-mime';
import { expect, onTestFinished, test } from 'vitest';
import { pool, prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { seal } from '~/platform/secrets/secrets.server';
import { freePort } from '../../tests/peers/services/free-port';
import { unsealCopy } from './mail-copy';
import { deliverMail, maximumRetried, retryPendingMails, sendMail, requeueMail } from './outbox';

const link = 'http://localhost:3000/confirm/a-token-of-the-test';
const to = () => `ada-${Math.random().toString(36).slice(2)}@example.com`;
const queueMail = (recipient = to()) =>
  sendMail(prisma, { to: recipient, template: 'confirm-address', props: { link } });
const findMail = (id: string) => prisma.mail.findUniqueOrThrow({ where: { id } });

type SmtpCommand = 'MAIL FROM' | 'RCPT TO' | 'DATA';

/** @param refusals the reply code of each command that the server refuses */
async function startMailServer(
  port: number,
  refusals: Partial<Record<SmtpCommand, number>> = {},
): Promise<Email[]> {
  const received: Email[] = [];
  const refuse = (command: SmtpCommand) => {
    const responseCode = refusals[command];
    return responseCode ? Object.assign(new Error('No such user here'), { responseCode }) : null;
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_, __, done) => done(refuse('MAIL FROM')),
    onRcptTo: (_, __, done) => done(refuse('RCPT TO')),
    onData(stream, _, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on(
        'end',
        () =>
          void PostalMime.parse(Buffer.concat(chunks)).then(
            (mail) => (received.push(mail), setTimeout(() => done(refuse('DATA')), 50)),
          ),
      );
    },
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return received;
}

test('an email waits encrypted, and is sent with subject, text and HTML when the server is back', async () => {
  const port = await freePort();
  const id = await queueMail();
  expect(JSON.stringify(await findMail(id))).not.toContain('a-token-of-the-test');

  await expect(deliverMail(id, `smtp://127.0.0.1:${port}`)).rejects.toThrow();
  expect(await findMail(id)).toMatchObject({
    status: 'queued',
    attempts: 1,
    lastError: expect.stringContaining('ESOCKET'),
    sentAt: null,
  });

  const received = await startMailServer(port);
  await deliverMail(id, `smtp://127.0.0.1:${port}`);
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({
    subject: 'Confirm your email address for Tillway',
    messageId: `<${id}@localhost>`,
  });
  expect(received[0]!.text).toContain(link);
  expect(received[0]!.text!.split(link)).toHaveLength(2);
  expect(received[0]!.html).toContain(`href="${link}"`);
  expect(await findMail(id)).toMatchObject({
    status: 'sent',
    attempts: 2,
    sealed: null,
    lastError: null,
    sentAt: expect.any(Date),
  });
  const copy = unsealCopy((await findMail(id)).sealedCopy!);
  expect(copy.subject).toBe(received[0]!.subject);
  expect(copy.text).toContain('[link left out]');
  expect(JSON.stringify([copy, await findMail(id)])).not.toContain('a-token-of-the-test');
  expect(JSON.stringify(await findMail(id))).not.toContain('Confirm');

  await deliverMail(id, `smtp://127.0.0.1:${port}`);
  expect(received).toHaveLength(1);
});

test('of many processes that send an email at once, one does', async () => {
  const port = await freePort();
  const received = await startMailServer(port);
  const id = await queueMail();
  await Promise.all(Array.from({ length: 10 }, () => deliverMail(id, `smtp://127.0.0.1:${port}`)));
  expect(received).toHaveLength(1);
});

test('the email of a process that died is sent again after its lease, not before', async () => {
  const port = await freePort();
  const received = await startMailServer(port);
  const id = await queueMail();
  await prisma.mail.update({
    where: { id },
    data: { status: 'sending', attempts: 1, leasedUntil: new Date(Date.now() + 60_000) },
  });
  await deliverMail(id, `smtp://127.0.0.1:${port}`);
  expect(received).toHaveLength(0);
  await prisma.mail.update({ where: { id }, data: { leasedUntil: new Date(Date.now() - 60_000) } });
  await deliverMail(id, `smtp://127.0.0.1:${port}`);
  expect(received).toHaveLength(1);
});

const listRetryLimits = async (mailId: string) =>
  (
    await pool.query<{ retry_limit: number }>(
      `select retry_limit from pgboss.job where name = 'send-mail' and data->>'mailId' = $1 order by created_on`,
      [mailId],
    )
  ).rows.map(({ retry_limit }) => retry_limit);
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

test.each([
  ['that the queue has given up', { attempts: 13, createdAt: hoursAgo(13) }, true],
  ['whose sender died', { status: 'sending', attempts: 1, leasedUntil: hoursAgo(1) }, true],
  ['that the queue still tries', { attempts: 3, createdAt: hoursAgo(2) }, false],
  ['that is being sent', { status: 'sending', attempts: 1, leasedUntil: hoursAgo(-1) }, false],
  ['that is sent', { status: 'sent', sealed: null, createdAt: hoursAgo(13) }, false],
  ['of more than a week ago', { attempts: 40, createdAt: hoursAgo(170) }, true],
  ['that was given up', { status: 'undelivered', sealed: null, createdAt: hoursAgo(170) }, false],
])('an email %s is retried later: %#', async (_, state, again) => {
  const id = await queueMail();
  await prisma.mail.update({ where: { id }, data: state });
  await retryPendingMails();
  // Once per run. Otherwise attempts would pile up while a mail server is down.
  expect(await listRetryLimits(id)).toEqual(again ? [12, 0] : [12]);
});

test('emails whose key is missing do not hold up the others', async () => {
  const recipient = to();
  const content = { recipient, template: 'confirm-address', sealed: seal('another purpose', 'text') };
  await prisma.mail.createMany({
    data: Array.from({ length: maximumRetried }, () => ({
      ...{ id: createId('mail'), ...content, attempts: 50, lastError: 'decryption_failed' },
      createdAt: hoursAgo(20 * 24),
    })),
  });
  const id = await queueMail();
  await prisma.mail.update({ where: { id }, data: { attempts: 13, createdAt: hoursAgo(13) } });
  await retryPendingMails();
  await prisma.mail.deleteMany({ where: { recipient } });
  expect(await listRetryLimits(id)).toEqual([12, 0]);
});

test("a waiting email can be resent, one without content can't", async () => {
  const id = await queueMail();
  expect(await requeueMail(prisma, id)).toBe('queued');
  expect(await listRetryLimits(id)).toEqual([12, 0]);
  for (const data of [
    { status: 'sent', sealed: null },
    { status: 'refused', sealed: null },
  ]) {
    await prisma.mail.update({ where: { id }, data });
    expect(await requeueMail(prisma, id)).toBe('nothing_to_send');
  }
  expect(await requeueMail(prisma, 'mail_unknown')).toBe('nothing_to_send');
});

test('a permanently rejected address is not retried, and only the copy without secrets stays', async () => {
  const port = await freePort();
  await startMailServer(port, { 'RCPT TO': 550 });
  const id = await queueMail();
  await deliverMail(id, `smtp://127.0.0.1:${port}`);
  const mail = await findMail(id);
  expect(mail).toMatchObject({
    status: 'refused',
    sealed: null,
    attempts: 1,
    lastError: 'EENVELOPE 550',
    failedAt: expect.any(Date),
  });
  expect(unsealCopy(mail.sealedCopy!).subject).toContain('Confirm');
  expect(mail.lastError).not.toContain('No such user');
});

test.each<[SmtpCommand, number, string]>([
  ['RCPT TO', 450, 'EENVELOPE 450'],
  ['MAIL FROM', 550, 'EENVELOPE 550'],
  ['DATA', 554, 'EMESSAGE 554'],
])('an email whose %s gets a %i is tried for seven days, and then given up', async (command, code, cause) => {
  const port = await freePort();
  await startMailServer(port, { [command]: code });
  const id = await queueMail();
  const deliver = () => deliverMail(id, `smtp://127.0.0.1:${port}`);
  await prisma.mail.update({ where: { id }, data: { createdAt: hoursAgo(7 * 24 - 1) } });
  await expect(deliver()).rejects.toThrow();
  expect(await findMail(id)).toMatchObject({
    status: 'queued',
    sealed: expect.any(String),
    sealedCopy: null,
  });

  await prisma.mail.update({ where: { id }, data: { createdAt: hoursAgo(7 * 24 + 1) } });
  await deliver();
  const mail = await findMail(id);
  expect(mail).toMatchObject({ status: 'undelivered', sealed: null, attempts: 2, lastError: cause });
  expect(unsealCopy(mail.sealedCopy!).subject).toContain('Confirm');
});

test('an email whose key is missing waits for it for 30 days', async () => {
  const port = await freePort();
  const received = await startMailServer(port);
  const id = await queueMail();
  const deliver = () => deliverMail(id, `smtp://127.0.0.1:${port}`);
  const { sealed } = await findMail(id);
  const unreadable = seal('another purpose', 'text');
  const change = (days: number, content = unreadable) =>
    prisma.mail.update({ where: { id }, data: { createdAt: hoursAgo(days * 24), sealed: content } });
  for (const days of [8, 29]) {
    await change(days);
    await expect(deliver()).rejects.toThrow();
    const waiting = { status: 'queued', sealed: unreadable, lastError: 'decryption_failed' };
    expect(await findMail(id)).toMatchObject(waiting);
  }
  await change(29, sealed!);
  await deliver();
  expect(received).toHaveLength(1);

  const lost = await queueMail();
  await prisma.mail.update({
    where: { id: lost },
    data: { createdAt: hoursAgo(31 * 24), sealed: unreadable },
  });
  await deliverMail(lost, `smtp://127.0.0.1:${port}`);
  expect(await findMail(lost)).toMatchObject({
    status: 'undelivered',
    sealed: null,
    sealedCopy: null,
    failedAt: expect.any(Date),
  });
});

test('a failed transaction queues neither its email nor the job', async () => {
  const recipient = to();
  await expect(
    prisma.$transaction(async (tx) => {
      await sendMail(tx, { to: recipient, template: 'confirm-address', props: { link } });
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  expect(await prisma.mail.count({ where: { recipient } })).toBe(0);
});

test.each(['ada@example.com\r\nBcc: eve@example.com', 'ada@example.com\nDATA'])(
  'a recipient with a line break gets no email',
  async (recipient) => {
    const port = await freePort();
    const received = await startMailServer(port);
    const id = await queueMail(recipient);
    await expect(deliverMail(id, `smtp://127.0.0.1:${port}`)).rejects.toThrow('line break');
    expect(received).toHaveLength(0);
  },
);
