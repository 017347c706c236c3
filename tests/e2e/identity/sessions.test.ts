import { afterAll, beforeAll, expect, test } from 'vitest';
import { listViolations } from '../../peers/browser/accessibility';
import { waitForMailLink, readMails } from '../../peers/browser/mailbox';
import { logInOnPage, register } from '../../peers/browser/registration';
import { openSite, type Site } from '../../peers/browser/site';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0';

test('a login from a second browser is reported by email and ended from the first', async () => {
  const [desktop, phone] = [
    await site.visit(),
    await site.visit({ viewport: { width: 390, height: 844 }, colorScheme: 'dark', userAgent: firefox }),
  ];
  const email = 'ada@sessions.example';
  const ada = await register(site, desktop.page, { name: 'Ada Owner', email });
  const mailText = async () =>
    (await readMails(site)).filter(
      ({ to, subject }) => to === email && subject === 'New login to your Tillway account',
    ).length;
  await logInOnPage(site, phone.page, ada);
  await expect.poll(mailText).toBe(1);
  const [mail] = (await readMails(site)).filter(({ to }) => to === email);
  expect(mail!.links).toEqual(
    expect.arrayContaining([`${site.origin}/forgot-password`, `${site.origin}/security/sessions`]),
  );

  await phone.page.goto(`${site.origin}/security`);
  await phone.page.getByRole('link', { name: 'View open sessions' }).click();
  await phone.page.getByText('Firefox on Windows').waitFor();
  expect(await listViolations(phone.page)).toEqual([]);
  expect(await phone.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(
    true,
  );

  await desktop.page.goto(`${site.origin}/security/sessions`);
  expect(await listViolations(desktop.page)).toEqual([]);
  await desktop.page.getByRole('button', { name: /^End the session of Firefox on Windows/ }).dblclick();
  await desktop.page.getByText(/Session ended|That session had already ended/).waitFor();
  expect(await desktop.page.getByText('Firefox on Windows').count()).toBe(0);
  await phone.page.goto(`${site.origin}/transactions`);
  await phone.page.getByText('Your session has ended').waitFor();

  // A browser whose session was ended becomes unknown, which is notified once. After that it's known.
  await logInOnPage(site, phone.page, ada);
  await expect.poll(mailText).toBe(2);
  await phone.context.clearCookies({ name: 'session' });
  await logInOnPage(site, phone.page, ada);
  await desktop.page.goto(`${site.origin}/security/sessions`);
  await desktop.page.getByRole('button', { name: 'End all others' }).click();
  await desktop.page.getByText('All other sessions ended').waitFor();
  await phone.page.goto(`${site.origin}/transactions`);
  await phone.page.getByText('Your session has ended').waitFor();
  // A later email is awaited afterward: the earlier login's would have arrived by then.
  await logInOnPage(site, phone.page, ada);
  await expect.poll(mailText).toBe(3);
  await desktop.leave();
  await phone.leave();
});

test('a weak password is rejected with advice, and can be shown with the keyboard and pasted', async () => {
  const visitor = await site.visit({ viewport: { width: 390, height: 844 } });
  const { page } = visitor;
  const email = 'grace@hopper-teas.example';
  await page.goto(`${site.origin}/register`);
  await page.getByLabel('Your name').fill('Grace Hopper');
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/register/sent');
  await page.goto(await waitForMailLink(site, email));
  const field = page.getByLabel('Password', { exact: true });
  expect(await field.getAttribute('autocomplete')).toBe('new-password');
  for (const [password, strengthMessage] of [
    ['P@ssw0rd2024', /Avoid common words/],
    ['q1w2e3r4t5y6', /lists of leaked passwords/],
    ['Grace-Hopper1', /contain your name/],
  ] as const) {
    await field.fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('alert').getByText(strengthMessage).waitFor();
  }
  expect(await listViolations(page)).toEqual([]);
  // Nothing prevents pasting.
  expect(
    await field.evaluate((input) =>
      input.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true })),
    ),
  ).toBe(true);
  await field.fill('kettle moss and bicycles');
  await field.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect({ type: await field.getAttribute('type'), inputValue: await field.inputValue() }).toEqual({
    type: 'text',
    inputValue: 'kettle moss and bicycles',
  });
  await page.getByRole('button', { name: 'Hide password' }).press('Space');
  expect(await field.getAttribute('type')).toBe('password');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/welcome');
  // Three pages were errors, which browsers log to the console.
  await visitor.context.close();
});
