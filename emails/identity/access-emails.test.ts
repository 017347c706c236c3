import { render } from '@react-email/render';
import { createElement, type FunctionComponent } from 'react';
import { expect, test } from 'vitest';
import EmailChanged from './email-changed';
import PasswordChanged from './password-changed';
import RecoveryLinkEmail from './recovery-link';
import RecoveryRunning from './recovery-running';
import SecondFactorChanged from './second-factor-changed';

const [passwordLink, securityLink, supportEmail] = [
  'https://portal.example/forgot-password',
  'https://portal.example/security',
  'help@portal.example',
];
const links = { brandName: 'Tillway', passwordLink, securityLink, forgotLink: passwordLink };
const renderText = <P extends object>(mail: FunctionComponent<P>, props: P) =>
  render(createElement(mail, props), { plainText: true });

const changes = [
  'set_up',
  'app_removed',
  'turned_off',
  'reset',
  'recovered',
  'recovery_codes_made',
  'passkey_added',
  'passkey_removed',
  'last_passkey_removed',
] as const;
const loggedOutChanges: readonly string[] = ['reset', 'recovered'];

test.each(changes)(
  'the email about a change (%s) has instructions and a link for each case, and says who is logged out',
  async (change) => {
    const text = await renderText(SecondFactorChanged, {
      ...links,
      change,
      changedAt: '2026-11-22T10:00:00Z',
      passkey: 'Laptop',
    });
    for (const part of [
      passwordLink,
      securityLink,
      change === 'passkey_added' ? 'Then remove the passkey' : 'remove any you don’t recognize',
    ])
      expect(text).toContain(part);
    expect(text).not.toMatch(/tell us|, email /i);
    const loggedOut = /All (other )?devices were logged out/.exec(text)?.[0];
    expect(loggedOut).toBe(
      change === 'recovery_codes_made'
        ? undefined
        : loggedOutChanges.includes(change)
          ? 'All devices were logged out'
          : 'All other devices were logged out',
    );
  },
);

test('a new password logs out all devices, or all but the current one', async () => {
  const changed = { ...links, changedAt: '2026-11-22T10:00:00Z' };
  expect(await renderText(PasswordChanged, { ...changed, loggedOut: 'all' })).toContain(
    '. All devices were logged out.',
  );
  expect(await renderText(PasswordChanged, { ...changed, loggedOut: 'all_other' })).toContain(
    '. All other devices were logged out.',
  );
});

test('the previous address gets no link that is sent to the new one', async () => {
  const changed = { ...links, oldEmail: 'old@example.com', newEmail: 'new@example.com', supportEmail };
  const [oldText, newText] = [
    await renderText(EmailChanged, { ...changed, side: 'old' }),
    await renderText(EmailChanged, { ...changed, side: 'new' }),
  ];
  expect({ oldMail: oldText.includes(passwordLink), newMail: newText.includes(passwordLink) }).toEqual({
    oldMail: false,
    newMail: true,
  });
  for (const text of [oldText, newText]) expect(text).toContain(`email ${supportEmail}`);
});

test('an email that waited during an upgrade keeps its content, and has no broken button', async () => {
  const [brandName, link, changedAt] = ['Tillway', 'https://portal.example/recover', '2026-11-22T10:00:00Z'];
  const queuedMails = [
    [
      createElement(PasswordChanged, { brandName, changedAt, forgotLink: passwordLink }),
      'All devices were logged out',
      1,
    ],
    [
      createElement(SecondFactorChanged, {
        brandName,
        changedAt,
        change: 'passkey_added',
        passkey: 'Laptop',
      }),
      'choose a new password now',
      0,
    ],
    [
      createElement(RecoveryLinkEmail, { brandName, link, waitHours: 72 }),
      'Choose a new one, which also cancels this link.',
      1,
    ],
    [
      createElement(RecoveryRunning, { brandName, link, takesEffectAt: changedAt }),
      'also choose a new password',
      1,
    ],
    [
      createElement(EmailChanged, { brandName, oldEmail: 'old@example.com', newEmail: 'new@example.com' }),
      'remove new@example.com from the team',
      0,
    ],
  ] as const;
  for (const [email, expectedText, buttonCount] of queuedMails) {
    const [html, text] = [await render(email), await render(email, { plainText: true })];
    expect({
      includesExpectedText: text.replace(/\s+/g, ' ').includes(expectedText),
      linkCount: html.match(/Or open this link/g)?.length ?? 0,
      hasUndefined: /undefined/.test(html),
      hasEmptyLink: /<a(?![^>]*\shref=)/.test(html),
    }).toEqual({
      includesExpectedText: true,
      linkCount: buttonCount,
      hasUndefined: false,
      hasEmptyLink: false,
    });
  }
});
