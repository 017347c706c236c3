import { afterAll, beforeAll, expect, test } from 'vitest';
import { hindrances } from '../peers/axe';
import { linkInMailTo } from '../peers/mailbox';
import { register } from '../peers/newcomer';
import { openSite, type Site } from '../peers/site';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

test('what one tab leaves open for one account does nothing in the other, to which another tab has switched', async () => {
  // Our policy forbids the script that looks at the page.
  const [ben, ada] = [await site.visit(), await site.visit({ viewport: { width: 390, height: 844 }, bypassCSP: true })];
  await register(site, ada.page, { name: 'Ada Owner', email: 'ada@acme.example' });
  await register(site, ben.page, { name: 'Ben Owner', email: 'ben@beta.example' });
  await ben.page.goto(`${site.origin}/team`);
  await ben.page.getByLabel('E-mail address').fill('ada@acme.example');
  await ben.page.getByLabel('Finance').check();
  await ben.page.getByRole('button', { name: 'Send invitation' }).click();
  await ben.page.getByText('The invitation is on its way').waitFor();
  await ben.leave();

  await ada.page.goto(await linkInMailTo(site, 'ada@acme.example'));
  await ada.page.getByRole('button', { name: 'Join the team' }).click();
  await ada.page.getByRole('heading', { name: 'Hello, Ada Owner' }).waitFor();
  const other = await ada.context.newPage();
  const switchTo = async (account: string) => {
    await other.goto(`${site.origin}/accounts`);
    await other.getByRole('button', { name: account }).click();
    await other.waitForURL(`${site.origin}/`);
  };
  await switchTo('Ada Owner');

  // Answers that are kept as one types wait until one is back.
  await ada.page.goto(`${site.origin}/application/business`);
  const name = ada.page.getByLabel('Trading name');
  await switchTo('Ben Owner');
  await name.fill('Acme of the harbour');
  await name.blur();
  await ada.page.getByText('you have switched to another account in another tab').waitFor();
  expect(await hindrances(ada.page)).toEqual([]);
  await switchTo('Ada Owner');
  await ada.page.getByText('Saved', { exact: true }).waitFor();

  // A form is refused, by a script and without one, and the way back leads to its page.
  for (const page of ['/developers', '/team']) {
    await ada.page.goto(site.origin + page);
    await switchTo('Ben Owner');
    if (page === '/team') await ada.page.getByLabel('E-mail address').fill('eve@acme.example');
    await ada.page.getByRole('button', { name: page === '/team' ? 'Send invitation' : 'Create a new secret' }).click();
    await ada.page.getByText('Nothing was changed.').waitFor();
    for (const colorScheme of ['dark', 'light'] as const) {
      await ada.page.emulateMedia({ colorScheme });
      expect(await hindrances(ada.page)).toEqual([]);
      if (process.env.SHOTS) await ada.page.screenshot({ path: `${process.env.SHOTS}/${page.slice(1)}-${colorScheme}.png` });
    }
    await ada.page.getByRole('button', { name: 'Switch to Ada Owner in test' }).click();
    await ada.page.waitForURL(site.origin + page);
  }
  await ada.page.getByLabel('E-mail address').fill('eve@acme.example');
  await ada.page.getByRole('button', { name: 'Send invitation' }).click();
  await ada.page.getByText('The invitation is on its way').waitFor();
  // The refused forms are errors on its console.
  await ada.context.close();
});
