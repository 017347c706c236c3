import { createConnection } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { seal } from '~/platform/secrets/secrets.server';
import { requireCaptureUrl, listCapturedMails, startMailCapture, stopMailCapture } from './mail-capture';
import { sendBySmtp } from './mailer';

beforeAll(startMailCapture);
afterAll(stopMailCapture);

const buildMail = (change: object = {}) => ({
  to: 'ada@example.com',
  subject: 'Hello',
  text: 'Open http://localhost:3000/confirm/abc now',
  html: '<p>Open</p>',
  messageId: `<${Math.random()}@localhost>`,
  ...change,
});

test('an email sent by SMTP is in the inbox, with its links', async () => {
  await sendBySmtp(buildMail());
  expect((await listCapturedMails())[0]).toMatchObject({
    to: 'ada@example.com',
    from: 'no-reply@localhost',
    subject: 'Hello',
    html: expect.stringContaining('<p>Open</p>'),
    links: ['http://localhost:3000/confirm/abc'],
  });
});

test('the inbox also has the emails of other processes', async () => {
  const mail = { id: 'mail_other', to: 'grace@example.com', subject: 'Hello', links: [] };
  await prisma.capturedMail.create({ data: { sealed: seal('captured-mail', JSON.stringify(mail)) } });
  expect((await listCapturedMails())[0]).toEqual(mail);
});

test('the inbox keeps the last 200 emails and none that is too large', async () => {
  const before = (await listCapturedMails()).length;
  await expect(sendBySmtp(buildMail({ text: 'x'.repeat(600 * 1024) }))).rejects.toThrow();
  expect(await listCapturedMails()).toHaveLength(before);
  await Promise.all(Array.from({ length: 202 }, () => sendBySmtp(buildMail())));
  await sendBySmtp(buildMail({ subject: 'The last' }));
  expect(await listCapturedMails()).toHaveLength(200);
  expect((await listCapturedMails())[0]!.subject).toBe('The last');
});

test('a subject with a line break is rejected', async () => {
  await expect(sendBySmtp(buildMail({ subject: 'Hello\r\nBcc: eve@example.com' }))).rejects.toThrow(
    'line break',
  );
});

test('a client that disconnects affects nothing', async () => {
  const socket = createConnection(Number(new URL(requireCaptureUrl()).port), '127.0.0.1');
  await once(socket, 'data');
  socket.write('EHLO x\r\nMAIL FROM:<a@b.c>\r\n');
  socket.destroy();
  await sendBySmtp(buildMail({ subject: 'after' }));
  expect((await listCapturedMails())[0]!.subject).toBe('after');
});
