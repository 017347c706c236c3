import { describe, expect, test } from 'vitest';
import { chosenName, mailSamples } from '../../tests/world/mails/mail-samples';
import { getMailNotice, renderMail, templateName, type TemplateName, type TemplateProps } from './templates';

// Anyone can open an account with any name and send its invitations to anyone (threat T31).

const render = (template: TemplateName, more: object = {}) =>
  renderMail(template, { ...mailSamples[template], ...more } as TemplateProps<TemplateName>);
const readPreview = (html: string) => /<div[^>]*display:none[^>]*>([^<]*)/.exec(html)?.[1] ?? '';

describe.each(templateName.options)('%s', (template) => {
  test.each([{}, { approved: false }])('names nobody in its subject (%j)', async (more) => {
    expect((await render(template, more)).subject).not.toMatch(/Zoë|evil/);
  });
});

// Receipts come from the shop: they name it as the sender, and link its support page.
test.each(templateName.options.filter((template) => template !== 'receipt'))(
  '%s quotes names, without a link',
  async (template) => {
    const { html, text } = await render(template);
    for (const content of [text, html]) {
      expect(content).not.toContain(chosenName);
      expect(content).not.toMatch(/evil\.example\/|evil\.example”/);
      for (const before of content.split('Zoë').slice(0, -1)) expect(before.endsWith('“')).toBe(true);
    }
  },
);

test.each<[TemplateName, object, string]>([
  ['team-invitation', {}, 'Join Acme on Tillway'],
  ['team-changed', { name: 'Ada' }, 'Ada has joined Acme'],
  ['team-changed', { name: 'Ada', change: 'left' }, 'Ada has left Acme'],
  ['team-changed', { name: 'Ada', change: 'removed' }, 'Ada is no longer a member of Acme'],
  ['team-changed', { name: 'Ada', change: 'role_changed' }, 'The role of Ada at Acme has changed'],
  ['member-recovered', { name: 'Ada' }, 'Ada at Acme now logs in without a second factor'],
  ['membership-changed', {}, 'Your role at Acme has changed'],
  ['membership-changed', { change: 'removed' }, 'You’re no longer a member of Acme'],
  ['account-suspended', {}, 'Your Acme account is suspended'],
  ['account-reinstated', {}, 'Your Acme account is active again'],
  ['application-approved', {}, 'Acme can go live'],
  ['card-testing', {}, 'We blocked 3 card-testing attempts at Acme'],
  ['credentials-changed', {}, 'A test client secret was created: Acme'],
  ['live-secret-created', {}, 'A live client secret was created for Acme'],
  ['support-session-started', {}, 'Tillway support is viewing Acme'],
  ['webhook-failing', { host: 'shop.example' }, 'Webhooks to shop.example are failing'],
  ['webhook-disabled', { host: 'shop.example' }, 'Webhooks to shop.example are disabled'],
  ['receipt', { merchantName: 'Acme' }, 'Test: Your payment of $12.00\u00a0USD to Acme'],
])('%s of an approved account has the subject %j: %s', async (template, more, subject) => {
  const mail = await render(template, { businessName: 'Acme', approved: true, ...more });
  expect(mail.subject).toBe(subject);
});

test.each([
  ['secret_created', 24, 'The old secret keeps working for up to 24 hours.'],
  ['secret_created', 0, 'Any older secrets no longer work.'],
  [
    'webhook_secret_rotated',
    168,
    'For 7 days, webhooks to a1b2 are signed with both the old and the new secret',
  ],
  ['webhook_secret_rotated', 0, 'Webhooks to a1b2 are now signed with the new secret.'],
])('the email about %s with an overlap of %d hours says: %s', async (change, overlapHours, sentence) => {
  const { text } = await render('credentials-changed', { change, overlapHours });
  expect(text.replace(/\s+/g, ' ')).toContain(sentence);
});

test.each([
  ['Europe/Berlin', 'by November 28, 2026 at 00:30 CET'],
  ['America/New_York', 'by November 27, 2026 at 18:30 GMT-5'],
  [undefined, 'by November 27, 2026 at 23:30 UTC'],
])('times are in the account’s time zone: %s', async (timeZone, time) =>
  expect(
    (await render('chargeback-opened', { timeZone, dueBy: '2026-11-27T23:30:00Z' })).text.replace(
      /\s+/g,
      ' ',
    ),
  ).toContain(time),
);

test('the portal says who joined, because only the team reads it', () => {
  const props = { ...mailSamples['team-changed'], name: 'Ada', approved: false };
  expect(getMailNotice('team-changed', props)).toBe('Ada joined your team');
  expect(getMailNotice('chargeback-opened', mailSamples['chargeback-opened'])).toContain('was opened');
});

test.each<[TemplateName, object, string]>([
  ['team-invitation', {}, 'You’re invited to join a team on Tillway'],
  ['team-changed', {}, 'A new member has joined your team'],
  ['membership-changed', {}, 'Your role has changed'],
  ['account-suspended', {}, 'Your account is suspended'],
  ['application-rejected', {}, 'We can’t approve your application'],
  ['webhook-failing', {}, 'Webhooks to your test endpoint are failing'],
  ['receipt', {}, 'Test: Your payment of $12.00\u00a0USD'],
])('%s of another account has the subject %j: %s', async (template, more, subject) => {
  expect((await render(template, more)).subject).toBe(subject);
});

test('nothing that follows an address in an inbox shows a stranger’s name', async () => {
  for (const template of ['team-invitation', 'confirm-address'] as const)
    expect(readPreview((await render(template)).html)).toMatch(/^[A-Z][a-z ,0-9]+\./);
});
