import { rmSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../peers/services/free-port';
import { startPostgres } from '../../peers/services/postgres';
import { startS3 } from '../../peers/services/s3';
import { createDataDir } from '../../peers/server';
import { openSite, type Site } from '../../peers/browser/site';
import { startSmtp } from '../../peers/services/smtp';
import type { Visitor } from '../../peers/browser/visitor';
import { generateCode, readKeyFromPage, waitForFreshStep } from '../../world/identity/authenticator';
import { jpeg, pdf, png } from '../../world/documents/sample-files';

type Mail = { to: string; subject: string; text: string };

/** The services on the way to live: where emails arrive, and what can fail on the way. */
type TestEnvironment = {
  site: Site;
  breaks: boolean;
  mails(): Promise<Mail[]>;
  stopServices(what: 'storage' | 'mail'): Promise<void>;
  startServices(what: 'storage' | 'mail'): Promise<void>;
  close(): Promise<void>;
};

const email = 'ada@to-live.example';
const password = 'three green teapots';

describe.each([
  ['the embedded database and a folder', openEmbedded],
  ['PostgreSQL, S3 and a mail server, of which two are away at times', openServers],
])('from the registration to a live payment, on %s', (_, open) => {
  let testEnvironment: TestEnvironment;
  let site: Site;
  let merchant: Visitor;
  let reviewer: Visitor;
  let secret: string;
  beforeAll(async () => {
    testEnvironment = await open();
    site = testEnvironment.site;
    [merchant, reviewer] = [await site.visit(), await site.visit()];
  }, 240_000);
  afterAll(async () => {
    await merchant.context.close();
    await reviewer.context.close();
    await testEnvironment.close();
  });

  const go = (path: string) => merchant.page.goto(site.origin + path);
  /** The newest email to the merchant with this subject, once it's there. */
  async function findMail(message: string): Promise<Mail> {
    for (let attempts = 0; attempts < 150; attempts++) {
      const mail = (await testEnvironment.mails()).findLast(
        ({ to, subject }) => to === email && subject.includes(message),
      );
      if (mail) return mail;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    throw new Error(`no mail about ${message}`);
  }
  const readLink = ({ text }: Mail, part: string) =>
    text.match(/https?:\/\/[^\s<>"')\]]+/g)!.find((link) => link.includes(part))!;

  test('a merchant registers and fills in five steps, with real files', async () => {
    const { page } = merchant;
    await go('/register');
    await page.getByLabel('Your name').fill('Ada Harbour');
    await page.getByLabel('Email address').fill(email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.goto(readLink(await findMail('Confirm'), '/confirm/'));
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL('**/welcome');

    await go('/application/business');
    await page.getByRole('radio', { name: 'Company' }).check();
    await page.getByLabel('Registration number').waitFor();
    await fill(page, {
      'Legal name': 'Ada Harbour Teas GmbH',
      'Registration number': 'HRB 4711',
      'Tax number': 'DE123456789',
    });
    await upload(page, 'Business register extract', {
      name: 'extract.pdf',
      mimeType: 'application/pdf',
      buffer: pdf('Extract'),
    });
    await next(page, 'Address and contact');
    await page.getByLabel('Country').selectOption('DE');
    await fill(page, {
      'Street address': 'Am Hafen 1',
      'Town or city': 'Hamburg',
      'Contact person': 'Ada Harbour',
      'Contact email address': email,
      'Contact phone number': '+49 40 123456',
    });
    await next(page, 'What you sell');
    await page.getByLabel('Currency of the two amounts below').selectOption('EUR');
    await fill(page, {
      'Website (optional)': 'https://ada-harbour.example',
      'What you sell': 'Loose tea and tea ware, sent by mail within two days.',
      'Expected monthly card volume': '20000',
      'Average payment': '45.50',
    });
    await page.getByRole('radio', { name: 'On our hosted checkout page' }).check();
    await next(page, 'Owners and directors');
    await page.getByRole('button', { name: 'Add a person' }).click();
    await fill(page, { 'Full name': 'Ada Harbour', 'Date of birth': '1984-05-17' });
    await page.getByRole('radio', { name: 'Owner and director' }).check();
    await page.getByLabel('Ownership share in percent').fill('100');
    await page.getByLabel('Country of residence').selectOption('DE');
    await upload(page, 'Identity document', {
      name: 'passport.jpg',
      mimeType: 'image/jpeg',
      buffer: await jpeg(600, 400),
    });
    await page.getByRole('button', { name: 'Save and return to the list' }).click();
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.getByLabel('Country of the bank').selectOption('DE');
    await fill(page, { 'Account holder': 'Ada Harbour Teas GmbH', IBAN: 'DE89 3704 0044 0532 0130 00' });
    await page.getByLabel('Account holder').focus();
    // The next test leaves this page, and unsaved input would be lost.
    await expect.poll(() => page.getByText('Saved', { exact: true }).count()).toBe(3);
  });

  test("a file that can't be uploaded now is kept and uploaded later", async () => {
    const { page } = merchant;
    const file = { name: 'statement.png', mimeType: 'image/png', buffer: await png(600, 400) };
    await go('/application/bank');
    await testEnvironment.stopServices('storage');
    const place = page.getByRole('group', { name: 'Bank statement' });
    await place.locator('input[type=file]').setInputFiles(file);
    if (testEnvironment.breaks) {
      await place.getByRole('alert').waitFor();
      await testEnvironment.startServices('storage');
      await place.getByRole('button', { name: 'Try again' }).click();
    }
    await place.getByText('Received', { exact: true }).waitFor();
  });

  test('the application is submitted; its email waits for the mail server', async () => {
    const { page } = merchant;
    await testEnvironment.stopServices('mail');
    await go('/application/review');
    await page.getByLabel('My answers are true').check();
    await page.getByRole('button', { name: 'Submit application' }).click();
    await page.getByText('Waiting for a reviewer').waitFor();
    await testEnvironment.startServices('mail');
    expect((await findMail('was received')).text).toMatch(/respond by \w+day/);
  });

  test('a reviewer logs in with a code, views a document, and requests one change', async () => {
    const { page } = reviewer;
    const [, login, readReviewerPassword] = /Demo reviewer +(\S+) +password (\S+)/.exec(site.output())!;
    await page.goto(`${site.origin}/review`);
    await page.getByLabel('Email address').fill(login!);
    await page.getByLabel('Password', { exact: true }).fill(readReviewerPassword!);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL('**/staff/login/code**');
    await page.getByLabel('Code').fill(await readDemoCode(site, 'reviewer'));
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL('**/review');
    await page.getByRole('button', { name: 'Claim Ada Harbour' }).click();
    await page.waitForURL('**/review/applications/**');
    expect((await findMail('reviewing your application')).text).toContain(
      'You don’t need to do anything now',
    );

    const opened = await page.context().request.get(
      new URL(
        (await page
          .getByRole('link', { name: /extract\.pdf/i })
          .first()
          .getAttribute('href'))!,
        site.origin,
      ).href,
    );
    expect({ status: opened.status(), contentDisposition: opened.headers()['content-disposition'] }).toEqual({
      status: 200,
      contentDisposition: expect.stringContaining('attachment'),
    });
    expect(await opened.body()).toEqual(pdf('Extract'));
    await page.reload();

    const itemReview = page.getByRole('group', { name: 'Review of Website' });
    await itemReview.getByText('Request change').click();
    await itemReview
      .getByRole('textbox')
      .fill('The site shows no prices. Please name the address of the shop itself.');
    await page.getByRole('button', { name: 'Request changes' }).click();
    await page.getByRole('heading', { name: 'Reopened items' }).waitFor();
    await page.getByRole('button', { name: /^Send/ }).click();
    await page.waitForURL(/\/review\/applications\/[^/]+(\?|$)/);
  });

  test('the merchant follows the email to the field, and can change nothing else', async () => {
    const { page } = merchant;
    const mail = await findMail('needs changes');
    expect(mail.text).toContain('The site shows no prices.');
    await page.goto(readLink(mail, '#website'));
    expect(await page.getByRole('textbox').count()).toBe(1);
    await page.getByText('The site shows no prices.').first().waitFor();
    await page.getByLabel('Website').fill('https://shop.ada-harbour.example');
    await page.getByLabel('Website').blur();
    // A person who leaves before the page has its scripts wouldn't see this.
    await page.getByText('Saved', { exact: true }).waitFor();
    await go('/application/business');
    expect(await page.getByRole('textbox').count()).toBe(0);
    await go('/application/review');
    await page.getByText('https://shop.ada-harbour.example').waitFor();
    await page.getByLabel('My answers are true').check();
    await page.getByRole('button', { name: /^Submit application/ }).click();
    await page.getByText('Waiting for a reviewer').waitFor();
  });

  test('the reviewer sees the difference and approves', async () => {
    const { page } = reviewer;
    await page.goto(`${site.origin}/review`);
    await page.getByRole('button', { name: 'Claim Ada Harbour' }).click();
    await page.waitForURL('**/review/applications/**');
    await page.locator('del', { hasText: 'https://ada-harbour.example' }).waitFor();
    expect(await page.getByText('Changed', { exact: true }).count()).toBe(1);
    const approve = page.getByRole('button', { name: /^Approve/ });
    await expect.poll(() => approve.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Accept all remaining' }).click();
    await page.getByText('Remaining items accepted, except the unopened ones').waitFor();
    await expect.poll(() => approve.isDisabled()).toBe(true);
    await page
      .locator('[data-item] input[value=accepted]')
      .evaluateAll((inputs) => inputs.forEach((input) => (input as HTMLInputElement).click()));
    await expect.poll(() => approve.isEnabled()).toBe(true);
    await approve.click();
    await page.getByLabel('Why you approve without opening them').fill('We saw them at their office.');
    await page.getByRole('button', { name: 'Approve and send' }).click();
    await page.waitForURL(/\/review\/applications\/[^/]+(\?|$)/);
    expect((await findMail('can go live')).text).toContain('/go-live');
  });

  test('the merchant sets up a second factor, creates a live secret, and gets a live access token', async () => {
    const { page } = merchant;
    await go('/go-live');
    await page.getByRole('link', { name: 'Set it up' }).click();
    await page.waitForURL('**/security');
    await page.getByRole('link', { name: /Set up/ }).click();
    await page.waitForURL('**/security/second-factor');
    const key = await readKeyFromPage(page);
    await waitForFreshStep();
    await page.getByLabel('Code from the app').fill(generateCode(key, -1));
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.waitForURL('**/security/recovery-codes');

    await go('/developers');
    await page.getByRole('button', { name: 'Live', exact: true }).filter({ visible: true }).click();
    await page.getByText('Simulated live environment.').waitFor();
    await page.getByRole('button', { name: 'Create new secret' }).click();
    await page.getByText('Your new client secret').waitFor();
    const text = await page.locator('main').innerText();
    const credentials = {
      client_id: /acc_[a-z0-9]+/.exec(text)![0],
      client_secret: /sk_live_[\w-]{43}/.exec(text)![0],
    };
    secret = credentials.client_secret;
    expect((await findMail('live client secret')).text).not.toContain(secret);

    const token = await call(site, '/api/auth/token', credentials);
    expect(token).toMatchObject({ token_type: 'Bearer', expiry: 3600 });
    const order = { order_id: 'live-1', order_amount: 1250, order_currency: 'EUR' };
    const intent = {
      external_id: 'live-1',
      redirect_urls: { success: 'https://ada-harbour.example/ok', failure: 'https://ada-harbour.example/no' },
      order,
    };
    expect(await call(site, '/api/intents/payment', intent, token.access_token as string)).toMatchObject({
      status: 422,
    });
    await go('/developers/redirect-hosts');
    await page.getByLabel('Host', { exact: true }).fill('ada-harbour.example');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Host added').waitFor();
    expect(await call(site, '/api/intents/payment', intent, token.access_token as string)).toMatchObject({
      reference_id: 'live-1',
    });
    await go('/go-live');
    expect(await page.getByText(': done').count()).toBe(4);
  });

  test('no email was sent twice', async () => {
    const subjects = (await testEnvironment.mails())
      .filter(({ to }) => to === email)
      .map(({ subject }) => subject);
    const twice = subjects.filter((subject, index) => subjects.indexOf(subject) !== index);
    // It was submitted twice, and reviewed twice.
    expect(twice.sort()).toEqual([
      expect.stringContaining('We’re reviewing'),
      expect.stringContaining('was received'),
    ]);
  });
});

const nothing = async () => {};

async function openEmbedded(): Promise<TestEnvironment> {
  const site = await openSite();
  const mails = async () =>
    ((await (await fetch(`${site.origin}/dev/mailbox.json`)).json()) as { mails: Mail[] }).mails.toReversed();
  return {
    site,
    breaks: false,
    mails,
    stopServices: nothing,
    startServices: nothing,
    close: () => site.close(),
  };
}

async function openServers(): Promise<TestEnvironment> {
  const PORT = String(await freePort());
  const dataDir = createDataDir();
  const [postgres, s3, smtp] = await Promise.all([
    startPostgres(),
    startS3(`http://localhost:${PORT}`),
    startSmtp(),
  ]);
  const site = await openSite({
    PORT,
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    SMTP_URL: smtp.url,
    ...s3.env,
  });
  const services = { storage: s3, mail: smtp };
  return {
    site,
    breaks: true,
    mails: async () =>
      smtp.mails.map(({ to, subject, text }) => ({
        to: to?.[0]?.address ?? '',
        subject: subject ?? '',
        text: text ?? '',
      })),
    stopServices: (what) => services[what].goOffline(),
    startServices: (what) => services[what].goOnline(),
    async close() {
      await site.close();
      await smtp.goOffline();
      await s3.stop();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The code of a demo staff member's phone, from the page that replaces it. */
async function readDemoCode({ origin }: Site, role: string): Promise<string> {
  const html = await (await fetch(`${origin}/dev/authenticator`)).text();
  return new RegExp(`Copy code of the ${role}`).test(html)
    ? [...html.matchAll(/select-all">(\d{6})</g)].map(([, code]) => code!)[
        ['reviewer', 'support', 'admin'].indexOf(role)
      ]!
    : '';
}

async function fill(page: Page, answers: Record<string, string>): Promise<void> {
  for (const [label, answer] of Object.entries(answers))
    await page.getByLabel(label, { exact: true }).fill(answer);
}

async function upload(
  page: Page,
  label: string,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const place = page.getByRole('group', { name: label });
  await place.locator('input[type=file]').setInputFiles(file);
  await place.getByText('Received', { exact: true }).waitFor();
}

async function next(page: Page, heading: string): Promise<void> {
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
}

async function call(
  { origin }: Site,
  path: string,
  body: object,
  token?: string,
): Promise<Record<string, unknown>> {
  const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) };
  return (await (
    await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
  ).json()) as Record<string, unknown>;
}
