import { describe, expect, test } from 'vitest';
import { config } from '~/platform/config/config.server';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { randomToken } from '~/platform/secrets/secrets.server';
import { mailSamples } from '../../tests/world/mails/mail-samples';
import { leaveOutSecrets } from './left-out-secrets';
import { deleteOldMailCopies, renderCopy, sealCopy, unsealCopy } from './mail-copy';
import { templateSecrets } from './template-secrets';
import { renderMail, templateName, type TemplateName, type TemplateProps } from './templates';

type Props = TemplateProps<TemplateName>;

/** The sample with every link replaced by one of ours with a token. */
function withTokens(value: unknown, token: string): unknown {
  if (typeof value === 'string')
    return value.replace(/^https:.*/, `${config.addresses.portal}/page/${token}`);
  if (Array.isArray(value)) return value.map((item) => withTokens(item, token));
  return value && typeof value === 'object'
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withTokens(item, token)]))
    : value;
}

const listKeys = (value: unknown): string[] =>
  value && typeof value === 'object'
    ? Object.entries(value).flatMap(([key, item]) => [key, ...listKeys(item)])
    : [];

describe.each(templateName.options)('%s', (template) => {
  test('has no token of a link in its copy, marked or not', async () => {
    const token = randomToken();
    const props = withTokens(mailSamples[template], token) as Props;
    expect((await renderMail(template, props)).html.includes(token)).toBe(
      JSON.stringify(props).includes(token),
    );
    expect(JSON.stringify(await renderCopy(template, props))).not.toContain(token);
  });

  test('has no marked secret in its copy, whatever it looks like', async () => {
    const secrets: readonly string[] = templateSecrets[template]?.props ?? [];
    const props = { ...mailSamples[template], ...Object.fromEntries(secrets.map((key) => [key, '314 159'])) };
    const copy = await renderCopy(template, props as Props);
    expect(JSON.stringify(copy)).not.toContain('314 159');
    expect(copy.isComplete).toBe(secrets.length === 0);
  });

  test('marks every prop that is named like a secret', () => {
    const marked: readonly string[] = templateSecrets[template]?.props ?? [];
    const named = listKeys(mailSamples[template]).filter((key) =>
      /(?<!currency|country)code|token|secret|password(?!Link)|otp|pin$/i.test(key),
    );
    expect(named.filter((key) => !marked.includes(key))).toEqual([]);
  });
});

test('a copy says where a link or a code was, and nothing in it can be clicked', async () => {
  const copy = await renderCopy('confirm-address', { link: `${config.addresses.portal}/confirm/x` });
  for (const content of [copy.html, copy.text]) expect(content).toContain('[link left out]');
  expect(copy.html).not.toContain('href');
  expect(copy.isComplete).toBe(false);
  expect(leaveOutSecrets('confirm-address', { link: '314 159' })).toEqual({ link: '[code left out]' });
});

test('the copy of an email without secrets is the email itself, with its plain links', async () => {
  const dispute = `${config.addresses.portal}/disputes/${createId('trx')}?environment=test#respond`;
  const props = { ...mailSamples['chargeback-opened'], link: dispute };
  const copy = await renderCopy('chargeback-opened', props);
  expect(copy).toEqual({ ...(await renderMail('chargeback-opened', props)), isComplete: true });
  expect(unsealCopy(sealCopy(copy))).toEqual(copy);
  expect(sealCopy(copy).length).toBeLessThan(copy.html.length);
});

test('a copy is deleted thirty days after sending, and the rest of the email stays', async () => {
  const sealedCopy = sealCopy(await renderCopy('no-account', mailSamples['no-account']));
  const day = 86_400_000;
  const build = async (createdDays: number, sentDays: number | null) => {
    const createdAt = new Date(Date.now() - createdDays * day);
    const { id } = await prisma.mail.create({
      data: {
        id: createId('mail', createdAt.getTime()),
        recipient: 'copy@example.com',
        template: 'no-account',
        status: sentDays === null ? 'refused' : 'sent',
        sealedCopy,
        createdAt,
        sentAt: sentDays === null ? null : new Date(Date.now() - sentDays * day),
      },
    });
    return id;
  };
  const ids = await Promise.all([
    build(30.1, 30.1),
    build(31, null),
    build(31, 29.9),
    build(29.9, 29.9),
    build(29.9, null),
  ]);
  await deleteOldMailCopies(new AbortController().signal);
  const mails = await prisma.mail.findMany({ where: { id: { in: ids } } });
  expect(ids.map((id) => mails.find((mail) => mail.id === id)!.sealedCopy !== null)).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
});
