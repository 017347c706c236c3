import { SMTPServer } from 'smtp-server';
import PostalMime, { type Email } from 'postal-mime';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { prisma } from '~/platform/db.server';
import { freePort } from '../../tests/peers/free-port';
import { createMailQueue, deliverMail, sendMail } from './outbox';

beforeAll(createMailQueue);

const link = 'http://localhost:3000/confirm/a-token-of-the-test';
const to = () => `ada-${Math.random().toString(36).slice(2)}@example.com`;
const write = (recipient = to()) => sendMail(prisma, { to: recipient, template: 'confirm-address', props: { link } });
const read = (id: string) => prisma.mail.findUniqueOrThrow({ where: { id } });

async function startMailServer(port: number, refuse?: number): Promise<Email[]> {
  const received: Email[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_, __, done) => done(refuse ? Object.assign(new Error('No such user here'), { responseCode: refuse }) : null),
    onData(stream, _, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => void PostalMime.parse(Buffer.concat(chunks)).then((mail) => (received.push(mail), setTimeout(done, 50))));
    },
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return received;
}

test('a mail waits sealed, and is sent with its subject, text and HTML when the server is back', async () => {
  const port = await freePort();
  const id = await write();
  expect(JSON.stringify(await read(id))).not.toContain('a-token-of-the-test');

  await expect(deliverMail(id, `smtp://127.0.0.1:${port}`)).rejects.toThrow();
  expect(await read(id)).toMatchObject({ status: 'queued', attempts: 1, lastError: expect.stringContaining('ESOCKET'), sentAt: null });

  const received = await startMailServer(port);
  await deliverMail(id, `smtp://127.0.0.1:${port}`);
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({ subject: 'Confirm your e-mail address for Tillway', messageId: `<${id}@localhost>` });
  expect(received[0]!.text).toContain(link);
  expect(received[0]!.text!.split(link)).toHaveLength(2);
  expect(received[0]!.html).toContain(`href="${link}"`);
  expect(await read(id)).toMatchObject({ status: 'sent', attempts: 2, sealed: null, lastError: null, sentAt: expect.any(Date) });

  await deliverMail(id, `smtp://127.0.0.1:${port}`);
  expect(received).toHaveLength(1);
});

test('of many who send a mail at once, one does', async () => {
  const port = await freePort();
  const received = await startMailServer(port);
  const id = await write();
  await Promise.all(Array.from({ length: 10 }, () => deliverMail(id, `smtp://127.0.0.1:${port}`)));
  expect(received).toHaveLength(1);
});

test('a mail whose sender died is taken over when the lease is over, not before', async () => {
  const port = await freePort();
  const received = await startMailServer(port);
  const id = await write();
  await prisma.mail.update({ where: { id }, data: { status: 'sending', attempts: 1, leasedUntil: new Date(Date.now() + 60_000) } });
  await deliverMail(id, `smtp://127.0.0.1:${port}`);
  expect(received).toHaveLength(0);
  await prisma.mail.update({ where: { id }, data: { leasedUntil: new Date(Date.now() - 60_000) } });
  await deliverMail(id, `smtp://127.0.0.1:${port}`);
  expect(received).toHaveLength(1);
});

test('an address refused for good is not tried again and its content is forgotten', async () => {
  const port = await freePort();
  await startMailServer(port, 550);
  const id = await write();
  await deliverMail(id, `smtp://127.0.0.1:${port}`);
  const mail = await read(id);
  expect(mail).toMatchObject({ status: 'refused', sealed: null, attempts: 1 });
  expect(mail.lastError).not.toContain('No such user');
});

test('a mail of a transaction that failed was never written, nor was its job', async () => {
  const recipient = to();
  await expect(
    prisma.$transaction(async (tx) => {
      await sendMail(tx, { to: recipient, template: 'confirm-address', props: { link } });
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  expect(await prisma.mail.count({ where: { recipient } })).toBe(0);
});

test.each(['ada@example.com\r\nBcc: eve@example.com', 'ada@example.com\nDATA'])('a recipient with a line break is not sent to', async (recipient) => {
  const port = await freePort();
  const received = await startMailServer(port);
  const id = await write(recipient);
  await expect(deliverMail(id, `smtp://127.0.0.1:${port}`)).rejects.toThrow('line break');
  expect(received).toHaveLength(0);
});
