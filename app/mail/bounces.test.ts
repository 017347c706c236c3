import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { writeBounce } from '../../tests/world/mails/bounce-messages';
import { buildSentMail } from '../../tests/world/mails/mails';
import { maximumBounceBytes, recordBounce } from './bounces';

const findMail = (id: string) => prisma.mail.findUniqueOrThrow({ where: { id } });
const toMessageId = (id: string) => `<${id}@localhost>`;

async function build() {
  const recipient = `${createId('usr')}@example.com`;
  const id = await buildSentMail({ recipient });
  return { id, recipient, messageId: toMessageId(id) };
}

test.each([
  ['the whole email', {}, '5.1.1'],
  ['its headers alone', { returned: 'text/rfc822-headers' as const }, '5.1.1'],
  ['a mailbox that is full', { status: '5.2.2 (mailbox full)' }, '5.2.2'],
  ['an email after days of attempts', { status: '4.4.7' }, '4.4.7'],
  ['an email without a code', { status: 'permanent failure' }, '5.0.0'],
])('a returned email is marked as bounced, with the code alone: %s', async (_, more, code) => {
  const { id, recipient, messageId } = await build();
  const message = writeBounce({ messageId, recipient: recipient.toUpperCase(), ...more });
  expect(await recordBounce(message)).toEqual({ mailId: id, code });
  const mail = await findMail(id);
  expect(mail).toMatchObject({ status: 'bounced', lastError: code, failedAt: expect.any(Date) });
  expect(JSON.stringify(mail)).not.toMatch(/User unknown|rejected|MAILER/);
});

test('an email that was forwarded is found by the address that it was for', async () => {
  const { id, recipient, messageId } = await build();
  const message = writeBounce({ messageId, recipient: 'new@shop.example', originalRecipient: recipient });
  expect(await recordBounce(message)).toEqual({ mailId: id, code: '5.1.1' });
});

test.each(['delayed', 'delivered', 'relayed', 'expanded'])(
  'a notification of %s marks nothing',
  async (action) => {
    const { id, recipient, messageId } = await build();
    for (const status of ['4.4.1', '5.1.1'])
      expect(await recordBounce(writeBounce({ messageId, recipient, action, status }))).toBeNull();
    expect(await findMail(id)).toMatchObject({ status: 'sent', failedAt: null });
  },
);

test('a forged bounce marks nothing: an unknown ID, another recipient, another host, an email twice', async () => {
  const { id, recipient, messageId } = await build();
  const record = (more: object) => recordBounce(writeBounce({ messageId, recipient, ...more }));
  expect(await record({ messageId: toMessageId(createId('mail')) })).toBeNull();
  expect(await record({ recipient: 'eve@example.com' })).toBeNull();
  expect(await record({ messageId: `<${id}@evil.example>` })).toBeNull();
  expect(await record({ messageId: id })).toBeNull();
  expect(await findMail(id)).toMatchObject({ status: 'sent', lastError: null });
  expect(await record({})).not.toBeNull();
  const { failedAt } = await findMail(id);
  expect(await record({ status: '5.2.2' })).toBeNull();
  expect(await findMail(id)).toMatchObject({ lastError: '5.1.1', failedAt });
});

test('an email that is waiting or was rejected is not marked', async () => {
  const { id, recipient, messageId } = await build();
  for (const status of ['queued', 'sending', 'refused']) {
    await prisma.mail.update({ where: { id }, data: { status } });
    expect(await recordBounce(writeBounce({ messageId, recipient }))).toBeNull();
  }
});

test('garbage and messages that are no bounce are ignored', async () => {
  const { id, recipient, messageId } = await build();
  const bounce = writeBounce({ messageId, recipient }).toString();
  const nested = Array.from(
    { length: 400 },
    (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`,
  );
  for (const message of [
    '',
    '\0\xff\xfe'.repeat(1000),
    'Subject: Out of office\r\n\r\nBack on Monday.',
    `In-Reply-To: ${messageId}\r\nSubject: Re: Your password\r\n\r\nAction: failed\r\nStatus: 5.1.1`,
    bounce.replace('Content-Type: message/delivery-status', 'Content-Type: text/plain'),
    bounce.slice(0, bounce.indexOf('Content-Description: Undelivered')),
    nested.join(''),
    `${'X-Header: x\r\n'.repeat(80_000)}\r\n`,
  ])
    expect(await recordBounce(Buffer.from(message))).toBeNull();
  expect(await findMail(id)).toMatchObject({ status: 'sent' });
});

test('a huge message is not parsed', async () => {
  const { id, recipient, messageId } = await build();
  const bounce = writeBounce({ messageId, recipient });
  const huge = Buffer.concat([bounce, Buffer.alloc(maximumBounceBytes, 'x')]);
  expect(await recordBounce(huge)).toBeNull();
  const { runBounceCommand } = await import('../../scripts/product/mail-bounce-command');
  expect(await runBounceCommand(Readable.from([huge, huge]))).toContain('too large');
  expect(await findMail(id)).toMatchObject({ status: 'sent' });
  expect(await recordBounce(bounce)).not.toBeNull();
});
