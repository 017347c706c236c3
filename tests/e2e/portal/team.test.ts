import { afterAll, beforeAll, expect, test } from 'vitest';
import { listViolations } from '../../peers/browser/accessibility';
import { waitForMailLink } from '../../peers/browser/mailbox';
import { register } from '../../peers/browser/registration';
import { openSite, type Site } from '../../peers/browser/site';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

test('a person is invited, joins, is denied a page, gets a role that allows it, and leaves', async () => {
  const [owner, guest] = [
    await site.visit(),
    await site.visit({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' }),
  ];
  const email = 'noor@shop.example';
  await register(site, owner.page, { name: 'Ada Owner', email: 'ada@shop.example' });
  await owner.page.goto(`${site.origin}/team`);
  await owner.page.getByLabel('Email address').fill(email);
  await owner.page.getByLabel('Finance').check();
  await owner.page.getByRole('button', { name: 'Send invitation' }).dblclick();
  await owner.page.getByText('Invitation sent').waitFor();
  expect(await listViolations(owner.page)).toEqual([]);

  await guest.page.goto(await waitForMailLink(site, email));
  expect(await listViolations(guest.page)).toEqual([]);
  await guest.page.getByLabel('Your name').fill('Noor Guest');
  await guest.page.getByLabel('Password', { exact: true }).fill('three green teapots');
  await guest.page.getByRole('button', { name: 'Join the team' }).click();
  await guest.page.getByRole('heading', { name: 'Hello, Noor Guest' }).waitFor();
  await guest.page.goto(`${site.origin}/developers`);
  await guest.page.getByText('Required permission', { exact: true }).waitFor();
  await guest.page
    .locator('#content')
    .getByText('Ada Owner', { exact: true })
    .filter({ visible: true })
    .waitFor();
  expect(await listViolations(guest.page)).toEqual([]);
  await guest.page.getByRole('link', { name: 'View team' }).click();
  await guest.page.getByRole('heading', { name: 'What each role can do' }).waitFor();
  expect(await listViolations(guest.page)).toEqual([]);
  expect(await guest.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(
    true,
  );

  await owner.page.reload();
  await owner.page.getByRole('link', { name: 'Change Noor Guest' }).click();
  // The previous page has such a radio button, too.
  await owner.page.getByRole('button', { name: 'Change role' }).waitFor();
  await owner.page.getByLabel('Developer').check();
  expect(await listViolations(owner.page)).toEqual([]);
  await owner.page.getByRole('button', { name: 'Change role' }).click();
  await owner.page.getByText('Role changed').waitFor();

  // With another role, they log in again and return to the page.
  await guest.page.goto(`${site.origin}/developers`);
  await guest.page.getByText('Your session has ended').waitFor();
  await guest.page.getByLabel('Email address').fill(email);
  await guest.page.getByLabel('Password', { exact: true }).fill('three green teapots');
  await guest.page.getByRole('button', { name: 'Log in' }).click();
  await guest.page.getByRole('heading', { name: 'Client secrets' }).waitFor();
  await guest.page.goto(`${site.origin}/team/leave`);
  await guest.page.getByRole('button', { name: 'Leave the team' }).click();
  await guest.page.getByRole('heading', { name: 'You’re not on any team' }).waitFor();
  expect(await listViolations(guest.page)).toEqual([]);
  await owner.page.goto(`${site.origin}/team`);
  await owner.page.getByText('ada@shop.example').last().waitFor();
  expect(await owner.page.getByText(email).count()).toBe(0);
  await owner.leave();
  // The rejected page is an error on its console.
  await guest.context.close();
});
