import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAccessibilityIssues } from '../../peers/browser/accessibility';
import { listReflowIssues } from '../../peers/browser/reflow';
import { register } from '../../peers/browser/registration';
import { openSite, type Site } from '../../peers/browser/site';

// What the checkout editor does beyond its form: the bar, the preview, and the comparison before publishing.

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

test('the bar stays in view, and says what is unsaved and unpublished', async () => {
  const { page, leave } = await openEditor();
  const bar = page.locator('.save-bar');
  const status = bar.getByRole('status').last();
  await expectText(status, 'Same as the default design');
  expect(await isInView(page, '.save-bar')).toBe(true);

  await page.getByRole('textbox', { name: 'Accent color', exact: true }).fill('#7A1F5C');
  await page.getByLabel('Font').selectOption('Nunito, rounded');
  await expectText(status, 'Unsaved changes 2 unpublished changes: Accent color, Font');
  await page.getByLabel('Company name').fill('Harbour Tea');
  await page.getByLabel('Help center').fill('https://harbour.example');
  await page.getByLabel('Corners').selectOption('Round');
  await expectText(
    status,
    'Unsaved changes 5 unpublished changes: Accent color, Font, Corners, Company name, and 1 more',
  );
  await page.getByLabel('Corners').selectOption('Soft');
  await page.getByLabel('Help center').fill('');
  await page.getByLabel('Company name').fill('');
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  expect(await isInView(page, '.save-bar')).toBe(true);
  expect(await isInView(page, '.preview')).toBe(true);

  await bar.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText('Draft saved. Payers').waitFor();
  await expectText(
    status,
    /^Draft saved .*Today \d\d:\d\d.* by Robin 2 unpublished changes: Accent color, Font$/,
  );
  // The same color, written differently.
  await page.getByRole('textbox', { name: 'Accent color', exact: true }).fill('7a1f5c');
  await expectText(status, /^Draft saved/);
  await page.getByRole('textbox', { name: 'Accent color', exact: true }).fill('');
  await page.getByLabel('Font').selectOption('Inter');
  await expectText(status, 'Unsaved changes Same as the default design');

  page.once('dialog', (dialog) => void dialog.dismiss());
  await bar.getByRole('link', { name: 'Discard draft' }).click();
  await expectText(status, /^Unsaved changes/);
  page.once('dialog', (dialog) => void dialog.accept());
  await bar.getByRole('link', { name: 'Discard draft' }).click();
  await page.getByRole('heading', { name: 'Discard the draft?' }).waitFor();
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await page.getByText('Draft discarded').waitFor();
  await expectText(status, 'Same as the default design');
  await leave();
});

test('leaving with unsaved changes asks first, and saving does not', async () => {
  const { page, leave } = await openEditor();
  const dialogs: string[] = [];
  let answer: 'accept' | 'dismiss' = 'dismiss';
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type());
    void dialog[answer]();
  });
  await page.getByLabel('Company name').fill('Harbour Tea');
  await page.locator('.save-bar').getByText('Unsaved changes').waitFor();
  const menu = page.getByRole('navigation', { name: 'Main', exact: true });
  await menu.getByRole('link', { name: 'Team' }).click();
  await expect.poll(() => dialogs).toEqual(['confirm']);
  expect(page.url()).toBe(`${site.origin}/checkout-design`);
  expect(await page.getByLabel('Company name').inputValue()).toBe('Harbour Tea');
  await page.locator('.save-bar').getByRole('link', { name: 'Discard changes' }).click();
  await expect.poll(() => dialogs).toEqual(['confirm', 'beforeunload']);
  expect(await page.getByLabel('Company name').inputValue()).toBe('Harbour Tea');

  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText('Draft saved. Payers').waitFor();
  expect(dialogs).toEqual(['confirm', 'beforeunload']);
  await page.getByLabel('Company name').fill('Harbour Coffee');
  await page.locator('.save-bar').getByText('Unsaved changes').waitFor();
  answer = 'accept';
  await menu.getByRole('link', { name: 'Team' }).click();
  await page.waitForURL(`${site.origin}/team`);
  await leave();
});

test('what is entered before the scripts have loaded is unsaved too', async () => {
  const { page, leave } = await openEditor();
  let load: () => void;
  const scripts = new Promise<void>((resolve) => (load = resolve));
  await page.route('**/*.js', async (route) => {
    await scripts;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await page.getByLabel('Company name').fill('Harbour Coffee');
  load!();
  await page.locator('.save-bar').getByText('Unsaved changes').waitFor();
  expect(await page.getByLabel('Company name').inputValue()).toBe('Harbour Coffee');
  await page
    .frameLocator('iframe[title="Checkout preview, phone"]')
    .getByText('Harbour Coffee')
    .first()
    .waitFor();
  await leave();
});

test('the preview has the width of each device, any zoom, state, language and color scheme', async () => {
  const { page, leave } = await openEditor({ viewport: { width: 1600, height: 900 } });
  const screenOf = async (device: 'phone' | 'desktop') => {
    const frame = page.locator(`iframe[title="Checkout preview, ${device}"]`);
    const box = await frame.boundingBox();
    return {
      pageWidth: await frame.evaluate((element: HTMLIFrameElement) => element.contentWindow!.innerWidth),
      width: box && Math.round(box.width),
    };
  };
  const phone = page.frameLocator('iframe[title="Checkout preview, phone"]');
  const desktop = page.frameLocator('iframe[title="Checkout preview, desktop"]');
  await desktop.getByRole('button', { name: 'Pay €42.00' }).waitFor();
  const [both, stage] = [await screenOf('desktop'), await page.locator('.preview-stage').boundingBox()];
  expect(both.pageWidth).toBe(1280);
  expect((await screenOf('phone')).pageWidth).toBe(390);
  expect((await screenOf('phone')).width! + both.width!).toBeLessThan(stage!.width);

  const device = page.getByRole('group', { name: 'Device' });
  await device.getByText('Desktop').click();
  expect(await screenOf('phone')).toMatchObject({ width: null });
  expect((await screenOf('desktop')).width).toBeGreaterThan(both.width!);
  await page.getByLabel('Zoom').selectOption('100%');
  expect(await screenOf('desktop')).toEqual({ pageWidth: 1280, width: 1280 });
  await choosePhone(page);
  expect(await screenOf('phone')).toEqual({ pageWidth: 390, width: 390 });

  await page.getByLabel('Page', { exact: true }).selectOption('Saved cards');
  await phone.getByText('Use another card').waitFor();
  await page.getByLabel('Page', { exact: true }).selectOption('Payment link');
  await phone.getByRole('heading', { name: 'Tea tasting' }).waitFor();
  await page.getByLabel('Language', { exact: true }).selectOption('Deutsch');
  await phone.locator('html[lang=de]').waitFor();
  const background = () => phone.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
  expect(await background()).toBe('rgb(248, 247, 244)');
  await page.getByLabel('Color scheme').selectOption('Dark');
  expect(await background()).toBe('rgb(19, 18, 17)');
  // The next page has it too. With a background of its own, the page has only one scheme.
  await page.getByLabel('Page', { exact: true }).selectOption('Paid');
  await phone.getByRole('heading', { name: 'Zahlung abgeschlossen' }).waitFor();
  expect(await background()).toBe('rgb(19, 18, 17)');
  await page.getByRole('textbox', { name: 'Background color', exact: true }).fill('#fdf1d8');
  await expect.poll(background).toBe('rgb(253, 241, 216)');
  expect(await page.getByLabel('Color scheme').isVisible()).toBe(false);
  await page.getByRole('textbox', { name: 'Background color', exact: true }).fill('');
  await expect.poll(background).toBe('rgb(19, 18, 17)');

  // Choices outlast a save, and the Back button leaves the editor.
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText('Draft saved. Payers').waitFor();
  await phone.getByRole('heading', { name: 'Zahlung abgeschlossen' }).waitFor();
  expect((await screenOf('phone')).width).toBe(390);
  await expect.poll(background).toBe('rgb(19, 18, 17)');
  await page.getByLabel('Color scheme').selectOption('Colors');
  expect(await background()).toBe('rgb(248, 247, 244)');
  expect(await page.evaluate(() => history.length)).toBeLessThan(10);
  await leave();
});

test('only what is displayed and different is loaded, without losing the place', async () => {
  const { page, leave } = await openEditor({ viewport: { width: 1280, height: 800 } });
  const phone = page.frameLocator('iframe[title="Checkout preview, phone"]');
  await phone.getByRole('button', { name: 'Pay €42.00' }).waitFor();
  const scrollTop = () => phone.locator('html').evaluate((element) => element.scrollTop);
  await phone.locator('html').evaluate((element) => element.scrollTo(0, 300));
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loaded.push(request.frame().name());
  });
  const length = await page.evaluate(() => history.length);
  await page.getByRole('textbox', { name: 'Company name' }).pressSequentially('Harbour Coffee');
  await phone.getByText('Harbour Coffee').first().waitFor();
  expect(await scrollTop()).toBe(300);
  await page.getByLabel('Zoom').selectOption('75%');
  await page.getByLabel('Button text').selectOption('Donate');
  await phone.getByRole('button', { name: 'Donate €42.00' }).waitFor();
  expect(new Set(loaded.map((name) => name.replace(/\d+$/, '')))).toEqual(new Set(['preview-phone-']));
  expect(loaded.length).toBeLessThan(6);
  await page.getByRole('group', { name: 'Device' }).getByText('Desktop').click();
  await page
    .frameLocator('iframe[title="Checkout preview, desktop"]')
    .getByRole('button', { name: 'Donate €42.00' })
    .waitFor();
  expect(await page.evaluate(() => history.length)).toBe(length);
  // Links and buttons don't lead the frame away.
  await page.getByLabel('Terms').fill('https://shop.example/terms');
  await choosePhone(page);
  await phone.getByRole('link', { name: 'Terms' }).click();
  await phone.getByRole('button', { name: 'Donate €42.00' }).click();
  await phone.getByRole('link', { name: 'Terms' }).click();
  await leave();
});

test('sections fold, stay folded after a save, and open for an error', async () => {
  const { page, context } = await openEditor();
  const links = page.locator('details#links');
  await links.locator('summary').click();
  await page.getByLabel('Terms').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText('Draft saved. Payers').waitFor();
  await page.getByLabel('Terms').waitFor({ state: 'hidden' });
  await links.locator('summary').click();
  await page.getByLabel('Terms').fill('http://shop.example');
  await links.locator('summary').click();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByRole('alert').waitFor();
  expect(await page.getByLabel('Terms').isVisible()).toBe(true);
  await context.close();
});

test('on a phone, the preview takes the place of the fields, and no field is behind the bar', async () => {
  const { page, leave } = await openEditor({ viewport: { width: 390, height: 844 } });
  await page.getByRole('textbox', { name: 'Company name' }).fill('Harbour Coffee');
  const place = await page.evaluate(() => window.scrollY);
  await pressPreview(page);
  const phone = page.frameLocator('iframe[title="Checkout preview, phone"]');
  await phone.getByText('Harbour Coffee').first().waitFor();
  expect(await isInView(page, '.preview-stage')).toBe(true);
  expect(await page.getByRole('textbox', { name: 'Company name' }).isVisible()).toBe(false);
  await pressPreview(page);
  expect(await page.getByRole('textbox', { name: 'Company name' }).isVisible()).toBe(true);
  expect(await page.evaluate(() => window.scrollY)).toBe(place);

  for (const direction of ['Tab', 'Shift+Tab']) {
    for (let step = 0; step < 40; step++) {
      await page.keyboard.press(direction);
      expect(await findHiddenFocus(page)).toBeNull();
    }
  }
  await leave();
});

test('publishing compares the current and the new design', async () => {
  const { page, leave } = await openEditor();
  await page.getByLabel('Company name').fill('Harbour Coffee');
  await page.getByRole('button', { name: 'Review and publish' }).click();
  await page.getByRole('heading', { name: 'Publish checkout' }).waitFor();
  await page.getByRole('heading', { name: '1 change' }).waitFor();
  const [now, after] = ['now', 'after publishing'].map((version) =>
    page.frameLocator(`iframe[title="Checkout preview, ${version}"]`),
  );
  await now!.getByRole('button', { name: 'Pay €42.00' }).waitFor();
  expect(await now!.getByText('Harbour Coffee').count()).toBe(0);
  await after!.getByText('Harbour Coffee').first().waitFor();
  // They scroll together.
  await after!.locator('html').evaluate((element) => element.scrollTo(0, 200));
  await expect.poll(() => now!.locator('html').evaluate((element) => element.scrollTop)).toBe(200);
  await page.getByText('Desktop', { exact: true }).click();
  expect(await after!.locator('html').evaluate((element) => element.clientWidth)).toBe(1280);

  await page.setViewportSize({ width: 390, height: 844 });
  const isVisible = (version: string) => page.locator(`[data-version=${version}]`).isVisible();
  expect([await isVisible('published'), await isVisible('draft')]).toEqual([false, true]);
  await page.getByText('Now', { exact: true }).and(page.locator('label')).click();
  expect([await isVisible('published'), await isVisible('draft')]).toEqual([true, false]);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Published. Payers see it now').waitFor();
  await expectText(page.locator('.save-bar').getByRole('status').last(), 'Same as published');
  await leave();
});

test('everything is accessible, and fits any window', async () => {
  const { page, context } = await openEditor({ bypassCSP: true, reducedMotion: 'reduce' });
  await page.getByRole('textbox', { name: 'Accent color', exact: true }).fill('#7a1f5c');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText('Draft saved. Payers').waitFor();
  const check = async () => {
    for (const width of [320, 390, 768, 1024, 1280, 1600])
      for (const colorScheme of width === 390 || width === 1600
        ? (['light', 'dark'] as const)
        : ['light' as const]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        expect({ width, issues: await listAccessibilityIssues(page) }).toEqual({ width, issues: [] });
      }
  };
  await check();
  expect(await listReflowIssues(page)).toEqual([]);
  await page.goto(`${site.origin}/checkout-design/publish`);
  await page.getByRole('heading', { name: 'Publish checkout' }).waitFor();
  await check();
  expect(await listReflowIssues(page)).toEqual([]);
  await context.close();
});

test('without scripts, sections fold, devices change, and each preview has a button', async () => {
  const { page, context, leave } = await openEditor();
  await context.storageState().then(async (storageState) => {
    const visitor = await site.visit({
      storageState,
      javaScriptEnabled: false,
      viewport: { width: 1600, height: 900 },
    });
    const plain = visitor.page;
    await plain.goto(`${site.origin}/checkout-design`);
    await plain.getByLabel('Company name').fill('Harbour Coffee');
    await plain.getByRole('button', { name: 'Update preview on phone' }).click();
    await plain
      .frameLocator('iframe[title="Checkout preview, phone"]')
      .getByText('Harbour Coffee')
      .first()
      .waitFor();
    await plain.getByText('Desktop', { exact: true }).click();
    await plain.getByRole('button', { name: 'Update preview on desktop' }).click();
    await plain
      .frameLocator('iframe[title="Checkout preview, desktop"]')
      .getByText('Harbour Coffee')
      .first()
      .waitFor();
    await plain.locator('details#company summary').click();
    expect(await plain.getByLabel('Company name').isVisible()).toBe(false);
    await plain.getByRole('button', { name: 'Save draft' }).click();
    await plain.getByText('1 unpublished change').waitFor();
    await visitor.leave();
  });
  await page.close();
  await leave();
});

/** With room for both devices, their switch has three choices. */
const choosePhone = (page: Page) =>
  page.getByRole('group', { name: 'Device' }).locator('label:visible', { hasText: 'Phone' }).last().click();

/** With the mouse, because the page scrolls before a click of the test tool. */
async function pressPreview(page: Page): Promise<void> {
  const { x, y, width, height } = (await page.locator('.design-pane-switch').boundingBox())!;
  await page.mouse.click(x + width / 2, y + height / 2);
}

let people = 0;

/** The editor of a new merchant, called Design, whose scripts run. */
async function openEditor(options?: BrowserContextOptions) {
  const visitor = await site.visit(options);
  const { page } = visitor;
  await register(site, page, { name: 'Robin', email: `design-${++people}@example.com` });
  await page.goto(`${site.origin}/checkout-design`);
  await page.getByLabel('Choose: Accent color').waitFor();
  return visitor;
}

async function expectText(element: ReturnType<Page['locator']>, text: string | RegExp) {
  const read = async () => (await element.innerText()).replace(/\s+/g, ' ').trim();
  await (typeof text === 'string' ? expect.poll(read).toBe(text) : expect.poll(read).toMatch(text));
}

/** Whether the whole element is in the window. */
function isInView(page: Page, selector: string): Promise<boolean> {
  return page.locator(selector).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  });
}

/** The focused element if the bar covers it (WCAG 2.4.11). Browsers show only the line of a long text that has the caret. */
function findHiddenFocus(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const focused = document.activeElement!;
    const bar = document.querySelector('.save-bar')!;
    if (bar.contains(focused) || focused === document.body) return null;
    const { top, bottom } = focused.getBoundingClientRect();
    const line = focused.matches('textarea') ? top + 44 : bottom;
    return line > bar.getBoundingClientRect().top + 1 ? focused.outerHTML : null;
  });
}
