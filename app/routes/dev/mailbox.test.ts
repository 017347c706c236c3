import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMailCapture, stopMailCapture } from '~/mail/mail-capture';
import { sendBySmtp } from '~/mail/mailer';
import { openBrowser } from '../../../tests/world/browser';

beforeAll(startMailCapture);
afterAll(stopMailCapture);

test('a captured email is on the page, in the JSON, and as inert HTML', async () => {
  const link = 'http://localhost:3000/confirm/abc';
  await sendBySmtp({
    to: 'ada@example.com',
    subject: '<b>Hello</b>',
    text: `Open ${link} now`,
    html: '<script>alert(1)</script>',
    messageId: '<1@localhost>',
  });
  const browser = openBrowser();
  const { mails } = (await (await browser.open('/dev/mailbox.json')).json()) as {
    mails: { id: string; subject: string; links: string[] }[];
  };
  expect(mails[0]).toMatchObject({ subject: '<b>Hello</b>', links: [link] });

  const page = await (await browser.open('/dev/mailbox')).text();
  expect(page).toContain('&lt;b&gt;Hello&lt;/b&gt;');
  expect(page).toContain(`href="${link}"`);

  const html = await browser.open(`/dev/mailbox/${mails[0]!.id}/html`);
  expect(html.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'.*sandbox(?!.*allow-(scripts|same-origin))/,
  );
  expect((await browser.open('/dev/mailbox/mail_unknown/html')).status).toBe(404);
});
