import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listViolations } from '../../peers/browser/accessibility';
import { logInOnPage, register, type RegisteredUser } from '../../peers/browser/registration';
import { openSite, type Site } from '../../peers/browser/site';
import type { Visitor } from '../../peers/browser/visitor';
import { jpeg, pdf } from '../../world/documents/sample-files';

let site: Site;
beforeAll(async () => void (site = await openSite()));
afterAll(() => site.close());

/** The text answers by label. */
const contact = {
  'Street address': 'Am Hafen 1',
  'Postal code (optional)': '20457',
  'Town or city': 'Hamburg',
  'Contact person': 'Ada Harbour',
  'Contact email address': 'ada@harbour-tea.example',
  'Contact phone number': '+49 40 123456',
};
const sales = {
  'Website (optional)': 'https://harbour-tea.example',
  'What you sell': 'Loose tea and tea ware, sent by mail within two days.',
  'Expected monthly card volume': '20000',
  'Average payment': '45.50',
};
const iban = 'DE89 3704 0044 0532 0130 00';

const scripts = '**/assets/*.js';

/** Holds the page's scripts until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let arrive!: () => void;
  const arrival = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(scripts, async (route) => {
    await arrival;
    await route.continue();
  });
  return arrive;
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

const openPath = (page: Page, path: string) => page.goto(site.origin + path);
const statement = () => ({ name: 'statement.pdf', mimeType: 'application/pdf', buffer: pdf() });

describe('a company, with scripts', () => {
  let merchant: Visitor;
  let page: Page;
  let ada: RegisteredUser;
  beforeAll(async () => {
    merchant = await site.visit();
    page = merchant.page;
    ada = await register(site, page, { name: 'Ada Harbour', email: 'ada@apply.example' });
  });
  afterAll(() => merchant.leave());

  test('starts at the home page and gets the questions for its legal form', async () => {
    await openPath(page, '/');
    await page.getByRole('link', { name: 'Start' }).click();
    await page.getByRole('heading', { name: 'Your business', level: 1 }).waitFor();
    expect(await page.getByLabel('Registration number').count()).toBe(0);
    await page.getByRole('radio', { name: 'Company' }).check();
    await page.getByLabel('Registration number').waitFor();
    await page.getByRole('radio', { name: 'Sole proprietor' }).check();
    await page.getByLabel('Your full name').waitFor();
    expect(await page.getByLabel('Registration number').count()).toBe(0);
    await page.getByRole('radio', { name: 'Company' }).check();
  });

  test('sees errors next to the fields and keeps its input', async () => {
    await fill(page, {
      'Legal name': 'Harbour Tea GmbH',
      'Registration number': 'HRB',
      'Tax number': 'DE123456789',
    });
    await page.getByLabel('Tax number').blur();
    await page.getByText('Enter a number with digits').waitFor();
    await page.getByRole('group', { name: 'Business register extract' }).waitFor();
    await page.reload();
    expect(await page.getByLabel('Registration number').inputValue()).toBe('HRB');
    // The second time, too.
    for (let attempt = 0; attempt < 2; attempt++) {
      await page.getByRole('button', { name: 'Save and continue' }).click();
      await expect
        .poll(() => page.getByRole('alert').evaluate((alert) => alert.matches(':focus')))
        .toBe(true);
      await page.getByRole('alert').evaluate((alert: HTMLElement) => alert.blur());
    }
    await page.getByRole('alert').getByRole('link', { name: 'Enter a number with digits' }).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('HRB 12345');
    await upload(page, 'Business register extract', {
      name: 'extract.pdf',
      mimeType: 'application/pdf',
      buffer: pdf(),
    });
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await page.getByRole('heading', { name: 'Address and contact', level: 1 }).waitFor();
  });

  test('answers before scripts have loaded, and continues with them', async () => {
    const arrive = await holdScripts(page);
    await page.goto(`${site.origin}/application/business`, { waitUntil: 'commit' });
    await page.getByLabel('Trading name').fill('Tea of the harbour');
    await page.getByRole('radio', { name: 'Partnership' }).check();
    arrive();
    await page.getByText('Saved', { exact: true }).first().waitFor();
    await page.unroute(scripts);
    await page.reload();
    expect(await page.getByLabel('Trading name').inputValue()).toBe('Tea of the harbour');
    expect(await page.getByRole('radio', { name: 'Partnership' }).isChecked()).toBe(true);
    await page.getByRole('radio', { name: 'Company' }).check();
    await page.getByText('Saved', { exact: true }).waitFor();
  });

  test('answers while the page hydrates, and continues afterwards', async () => {
    const page = await merchant.context.newPage();
    const address = `${site.origin}/application/business`;
    const dataHeld: string[] = [];
    await page.route(address, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(
        /window\.__remixContext\.streamController\.(enqueue|close)\(.*?\);(?=<\/script>)/g,
        (arrival) => (dataHeld.push(arrival), ''),
      );
      await route.fulfill({ response, body });
    });
    // React starts hydration with a message to itself.
    await page.addInitScript(() => {
      const { postMessage } = MessagePort.prototype;
      const waiting: (() => void)[] = [];
      MessagePort.prototype.postMessage = function (message: unknown) {
        waiting.push(() => postMessage.call(this, message));
      };
      Object.assign(window, {
        beginWork() {
          MessagePort.prototype.postMessage = postMessage;
          for (const post of waiting) post();
        },
      });
    });
    await page.goto(address, { waitUntil: 'networkidle' });
    await page.getByRole('radio', { name: 'Partnership' }).check();
    await page.evaluate('beginWork()');
    await page.evaluate(dataHeld.join('\n'));
    await page.getByText('Saved', { exact: true }).first().waitFor();
    await page.getByRole('radio', { name: 'Company' }).check();
    await expect.poll(() => page.getByText('Saved', { exact: true }).count()).toBe(1);
    await page.close();
  });

  test('types slowly, pauses, and reloads', async () => {
    const page = await merchant.context.newPage();
    const address = `${site.origin}/application/business`;
    const field = page.getByLabel('Tax number');
    const savedResponse = () => page.waitForResponse('**/application/answers/business?*');
    const arrive = await holdScripts(page);
    await page.goto(address, { waitUntil: 'commit' });
    await field.fill('');
    await field.pressSequentially('D');
    const firstSaved = savedResponse();
    arrive();
    // The first letter isn't an answer yet, also not after a pause.
    await firstSaved;
    await page.waitForTimeout(500);
    expect(await page.locator('#tax_number-error').count()).toBe(0);
    await field.blur();
    await page.locator('#tax_number-error').waitFor();
    await page.unroute(scripts);

    await field.fill('DE111111111');
    await savedResponse();
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.locator('#tax_number-error').waitFor({ state: 'detached' });

    await field.fill('DE222222222');
    await page.reload();
    await expect.poll(() => field.inputValue()).toBe('DE222222222');
    await page.close();
  });

  test("is warned for as long as a field contains a card number that isn't saved", async () => {
    const statusText = 'Remove the card number. It can’t be stored here';
    const fault = page.locator('#tax_number-error', { hasText: statusText });
    await openPath(page, '/application/business');
    await page.getByLabel('Tax number').fill('4242 4242 4242 4242');
    await page.getByLabel('Trading name').fill('Harbour Tea');
    await fault.waitFor();
    await page.getByLabel('Legal name').focus();
    await page.getByText('Saved', { exact: true }).waitFor();
    await fault.waitFor();
    await upload(page, 'Business register extract', {
      name: 'newer.pdf',
      mimeType: 'application/pdf',
      buffer: pdf(),
    });
    await page.getByText('newer.pdf').first().waitFor();
    await fault.waitFor();
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await page.getByRole('alert').getByRole('link', { name: statusText }).waitFor();
    await page.getByLabel('Tax number').fill('DE123456789');
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await page.getByRole('heading', { name: 'Address and contact', level: 1 }).waitFor();
  });

  test('loses no click right after typing', async () => {
    await openPath(page, '/application/business');
    const last = page.getByLabel('Tax number');
    const button = page.getByRole('button', { name: 'Save and continue' });
    const locateStep = async () => (await button.boundingBox())!.y;
    await button.scrollIntoViewIfNeeded();
    const before = await locateStep();
    await last.fill('DE987654321');
    await last.press('Tab');
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await locateStep()).toBe(before);

    const clickSlowly = async (whilePressed = async () => {}) => {
      await button.hover();
      const savedResponse = page.waitForResponse('**/application/answers/business?*');
      const pressed = await locateStep();
      await page.mouse.down();
      await savedResponse;
      await whilePressed();
      await page.waitForTimeout(250);
      expect(await locateStep()).toBe(pressed);
      await page.mouse.up();
    };
    let finishCheck!: () => void;
    const checkFinished = new Promise<void>((resolve) => (finishCheck = resolve));
    const checks = /\/documents\/doc_\w+$/;
    await page.route(checks, async (route) => {
      await checkFinished;
      await route.continue();
    });
    const checkRequested = page.waitForRequest(checks);
    await page
      .getByRole('group', { name: 'Business register extract' })
      .locator('input[type=file]')
      .setInputFiles({ name: 'newest.pdf', mimeType: 'application/pdf', buffer: pdf() });
    await checkRequested;
    await last.fill('none');
    await clickSlowly(async () => {
      const checked = page.waitForResponse(checks);
      finishCheck();
      await checked;
    });
    await page.getByRole('alert').getByRole('link', { name: 'Enter a number with digits' }).waitFor();
    await page.unroute(checks);
    await page
      .getByRole('group', { name: 'Business register extract' })
      .getByText('Received', { exact: true })
      .waitFor();
    await last.fill('DE123456789');
    await clickSlowly();
    await page.getByRole('heading', { name: 'Address and contact', level: 1 }).waitFor();
  });

  test('stays where it was scrolled to while its data is loaded again', async () => {
    await openPath(page, '/application/business');
    let finish!: () => void;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const reload = '**/application/business.data*';
    await page.route(reload, async (route) => {
      await finished;
      await route.continue();
    });
    const [requested, response] = [page.waitForRequest(reload), page.waitForResponse(reload)];
    await page
      .getByRole('group', { name: 'Business register extract' })
      .locator('input[type=file]')
      .setInputFiles({ name: 'again.pdf', mimeType: 'application/pdf', buffer: pdf() });
    await requested;
    await page.evaluate(() => window.scrollTo(0, 120));
    finish();
    await response;
    await page.waitForTimeout(250);
    expect(await page.evaluate(() => window.scrollY)).toBe(120);
    await page.unroute(reload);
    await page.getByLabel('Tax number').fill('DE123456789');
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await page.getByRole('heading', { name: 'Address and contact', level: 1 }).waitFor();
  });

  test('leaves and continues on another device', async () => {
    await fill(page, contact);
    await page.getByLabel('Contact phone number').blur();
    await page.getByText('Saved', { exact: true }).last().waitFor();
    const other = await site.visit({ viewport: { width: 390, height: 844 } });
    await logInOnPage(site, other.page, ada);
    await other.page.getByRole('link', { name: 'Continue', exact: true }).click();
    await other.page.getByRole('heading', { name: 'Address and contact', level: 1 }).waitFor();
    expect(await other.page.getByLabel('Town or city').inputValue()).toBe('Hamburg');
    await other.page.getByLabel('Country').selectOption({ label: 'Germany' });
    await other.page.getByLabel('Town or city').fill('Hamburg-Altona');
    await other.page.getByRole('button', { name: 'Save and continue' }).click();
    await other.page.getByRole('heading', { name: 'What you sell', level: 1 }).waitFor();
    await other.leave();

    // The first device shows the old town, and doesn't restore it.
    await page.getByLabel('Contact person').fill('Ada Lovelace');
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await page.getByRole('heading', { name: 'What you sell', level: 1 }).waitFor();
    await openPath(page, '/application/contact');
    expect(await page.getByLabel('Town or city').inputValue()).toBe('Hamburg-Altona');
    expect(await page.getByLabel('Contact person').inputValue()).toBe('Ada Lovelace');
  });

  test("keeps its input while the server doesn't respond, and saves it later", async () => {
    // Chromium logs failed requests to its console, so this visitor doesn't call leave().
    const { page, context } = await site.visit();
    await logInOnPage(site, page, ada);
    await openPath(page, '/application/sales');
    await page.getByLabel('Currency of the two amounts below').selectOption('EUR');
    await page.getByText('Saved', { exact: true }).first().waitFor();
    const answers = '**/application/answers/sales?*';
    await page.route(answers, (route) => route.abort());
    await fill(page, sales);
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await page.getByText('Not saved yet').first().waitFor();
    expect(await page.getByLabel('Website').inputValue()).toBe(sales['Website (optional)']);
    await page.unroute(answers);
    await page.getByRole('radio', { name: 'On our hosted checkout page' }).check();
    await page.getByText('Not saved yet').first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await page.getByRole('heading', { name: 'Owners and directors', level: 1 }).waitFor();
    await context.close();
  });

  test('adds its people, each with an identity document', async () => {
    await openPath(page, '/application/people');
    await page.getByRole('button', { name: 'Add a person' }).click();
    await page.getByLabel('Full name').fill('Ada Harbour');
    await page.getByRole('radio', { name: 'Owner and director' }).check();
    await page.getByLabel('Ownership share in percent').fill('100');
    await page.getByLabel('Date of birth').fill('1984-05-17');
    await page.getByLabel('Country of residence').selectOption('DE');
    await upload(page, 'Identity document', {
      name: 'passport.jpg',
      mimeType: 'image/jpeg',
      buffer: await jpeg(),
    });
    await page.getByRole('button', { name: 'Save and return to the list' }).click();
    await page.getByText('Owner and director, 100%, 1984-05-17, Germany').waitFor();

    await page.getByRole('button', { name: 'Add another person' }).click();
    await page.getByRole('button', { name: 'Save and return to the list' }).click();
    await page.getByRole('link', { name: 'Remove A person without a name' }).click();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('heading', { name: 'A person without a name' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Bank account', level: 1 }).waitFor();
  });

  test('sees only the end of its valid account number', async () => {
    await page.getByLabel('Country of the bank').selectOption('DE');
    await page.getByLabel('Account holder').fill('Harbour Tea GmbH');
    await page.getByLabel('IBAN', { exact: true }).fill(iban.replace('89', '98'));
    await page.getByLabel('Account holder').focus();
    await page.getByText('Check the IBAN').first().waitFor();
    expect(await page.getByLabel('IBAN', { exact: true }).inputValue()).toBe(iban.replace('89', '98'));
    await page.getByLabel('IBAN', { exact: true }).fill(iban);
    await page.getByLabel('Account holder').focus();
    await expect.poll(() => page.getByLabel('IBAN', { exact: true }).inputValue()).toBe('•••• 3000');
    await page.reload();
    expect(await page.content()).not.toMatch(/0440\s?0532/);
  });

  test('keeps what it typed before the browser’s Back', async () => {
    await page.goto(`${site.origin}/application/review`, { waitUntil: 'networkidle' });
    await page.evaluate('window.isSameDocument = true');
    await page.getByRole('link', { name: 'Change Account holder' }).click();
    // Earlier input would be saved by the form's start.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('account_holder');
    await page.getByLabel('Account holder').fill('Harbour Tea Holding GmbH');
    await page.goBack();
    await page.getByRole('heading', { name: 'Check your answers', level: 1 }).waitFor();
    await page.getByText('Harbour Tea Holding GmbH').waitFor();
    expect(await page.evaluate('window.isSameDocument')).toBe(true);
  });

  test('is led to missing answers, checks its answers and submits', async () => {
    await openPath(page, '/application');
    await page.getByText('What’s left in Bank account').click();
    await page.getByRole('link', { name: 'Add: Bank statement' }).click();
    await page.getByRole('heading', { name: 'Bank account', level: 1 }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('document-bank_statement');
    await upload(page, 'Bank statement', statement());
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await page.getByRole('heading', { name: 'Check your answers', level: 1 }).waitFor();
    const errorText = await page.locator('main').innerText();
    for (const part of [
      'Harbour Tea GmbH',
      'Germany',
      'Ada Lovelace',
      '•••• 3000',
      'statement.pdf',
      'passport.jpg',
    ])
      expect(errorText).toContain(part);
    expect(errorText).not.toContain('0532');

    await page.getByRole('link', { name: 'Change Trading name' }).click();
    await page.getByLabel('Trading name').fill('Harbour Tea House');
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await page.getByRole('heading', { name: 'Check your answers', level: 1 }).waitFor();
    await page.getByText('Harbour Tea House').waitFor();

    await page.getByLabel('My answers are true').check();
    await page.getByRole('button', { name: 'Submit application' }).dblclick();
    await page.getByText('Waiting for a reviewer').waitFor();
    expect(await page.getByText('Submitted', { exact: true }).count()).toBe(1);
    await openPath(page, '/application/business');
    expect(await page.getByRole('textbox').count()).toBe(0);
    await page.getByText('Harbour Tea GmbH').first().waitFor();
  });
});

describe('a sole trader, without scripts', () => {
  let merchant: Visitor;
  let page: Page;
  let robin: RegisteredUser;
  beforeAll(async () => {
    merchant = await site.visit({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
    page = merchant.page;
    robin = await register(site, page, { name: 'Robin Harbour', email: 'robin@apply.example' });
  });
  // Chromium logs rejected forms to its console, so this visitor doesn't call leave().
  afterAll(() => merchant.context.close());

  const save = () => page.getByRole('button', { name: 'Save and continue' }).click();

  test('gets the follow-up questions of an answer before continuing', async () => {
    await openPath(page, '/application/business');
    await page.getByRole('radio', { name: 'Company' }).check();
    await save();
    expect(page.url()).toBe(`${site.origin}/application/business#registration_number`);
    await page.getByRole('radio', { name: 'Sole proprietor' }).check();
    await fill(page, { 'Legal name': 'Robin Harbour', 'Tax number': 'none' });
    await save();
    await page.getByRole('alert').getByRole('link', { name: 'Enter a number with digits' }).waitFor();
    expect(await page.getByLabel('Tax number').inputValue()).toBe('none');
    await page.getByLabel('Tax number').fill('DE123456789');
    await save();
    expect(new URL(page.url()).pathname).toBe('/application/contact');
  });

  test("doesn't overwrite changes from another device", async () => {
    await fill(page, contact);
    const other = await site.visit();
    await logInOnPage(site, other.page, robin);
    await openPath(other.page, '/application/contact');
    await other.page.getByLabel('Country').selectOption('DE');
    await other.page.getByText('Saved', { exact: true }).waitFor();
    await other.leave();
    await save();
    await page.waitForURL(/\/application\/sales/);
    await openPath(page, '/application/contact');
    expect(await page.getByLabel('Country').inputValue()).toBe('DE');
    expect(await page.getByLabel('Town or city').inputValue()).toBe('Hamburg');
  });

  test('fills in the rest, sends documents from a phone with scripts, and submits', async () => {
    await openPath(page, '/application/sales');
    await fill(page, sales);
    await page.getByLabel('Currency of the two amounts below').selectOption('EUR');
    await page.getByRole('radio', { name: 'On our hosted checkout page' }).check();
    await save();
    await page.getByRole('button', { name: 'Add yourself' }).click();
    await fill(page, { 'Full name': 'Robin Harbour', 'Date of birth': '1984-05-17' });
    await page.getByLabel('Country of residence').selectOption('DE');
    await page.getByRole('button', { name: 'Save and return to the list' }).click();
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.getByLabel('Country of the bank').selectOption('DE');
    await fill(page, { 'Account holder': 'Robin Harbour', 'Account number': iban });
    await save();
    expect(new URL(page.url()).pathname).toBe('/application/review');
    await page.getByRole('link', { name: 'Add: Proof of address' }).waitFor();

    const phone = await site.visit({ viewport: { width: 390, height: 844 } });
    await logInOnPage(site, phone.page, robin);
    for (const [path, label] of [
      ['contact', 'Proof of address'],
      ['bank', 'Bank statement'],
    ] as const) {
      await openPath(phone.page, `/application/${path}`);
      await upload(phone.page, label, statement());
    }
    await openPath(phone.page, '/application/people');
    await phone.page.getByRole('link', { name: 'Edit Robin Harbour' }).click();
    await upload(phone.page, 'Identity document', {
      name: 'me.jpg',
      mimeType: 'image/jpeg',
      buffer: await jpeg(),
    });
    await phone.leave();

    await openPath(page, '/application/review');
    await page.getByLabel('My answers are true').check();
    await page.getByRole('button', { name: 'Submit application' }).click();
    await page.getByText('Waiting for a reviewer').waitFor();
  });
});

test('the keyboard is enough', async () => {
  const merchant = await site.visit();
  const { page } = merchant;
  await register(site, page, { name: 'Kay Board', email: 'kay@apply.example' });
  const { keyboard } = page;
  const press = async (...keys: string[]) => {
    for (const key of keys) await keyboard.press(key);
  };
  await openPath(page, '/application/business');
  await page.getByRole('radio', { name: 'Sole proprietor' }).focus();
  await press('ArrowDown', 'ArrowDown');
  await page.getByLabel('Registration number').waitFor();
  expect(await page.getByRole('radio', { name: 'Company' }).isChecked()).toBe(true);
  await press('Tab');
  await keyboard.type('Kay Ltd');
  await press('Tab', 'Tab');
  await keyboard.type('none');
  await press('Tab');
  await keyboard.type('GB123456789');
  await press('Enter');
  await page.getByRole('alert').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alert');
  await press('Tab', 'Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('registration_number');
  await press('ControlOrMeta+a');
  await keyboard.type('RC 123');
  await press('Enter');
  await page.getByRole('heading', { name: 'Address and contact', level: 1 }).waitFor();
  await openPath(page, '/application/people');
  await page.getByRole('button', { name: 'Add a person' }).focus();
  await press('Enter');
  await page.getByLabel('Full name').focus();
  await keyboard.type('Kay Board');
  await press('Tab', 'ArrowDown', 'ArrowDown');
  await page.getByLabel('Ownership share in percent').waitFor();
  await press('Tab');
  await keyboard.type('100');
  await press('Enter');
  await page.getByRole('heading', { name: 'Kay Board', level: 2 }).waitFor();
  await merchant.leave();
});

describe.each(['light', 'dark'] as const)('on a narrow screen, %s', (colorScheme) => {
  test('every page of an application is accessible, and none scrolls sideways', async () => {
    // Our policy blocks the analysis script.
    const visitor = await site.visit({ colorScheme, viewport: { width: 390, height: 844 }, bypassCSP: true });
    const { page } = visitor;
    await register(site, page, { name: 'Axel Axe', email: `${colorScheme}@apply.example` });
    await openPath(page, '/application/business');
    await page.getByRole('radio', { name: 'Company' }).check();
    await page.getByLabel('Registration number').fill('none');
    await page.getByLabel('Legal name').fill('W'.repeat(300));
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await page.getByRole('alert').waitFor();
    expect(await listFieldErrors(page)).toEqual([]);
    await openPath(page, '/application/people');
    expect(await listFieldErrors(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add a person' }).click();
    await page.getByLabel('Full name').fill('W'.repeat(150));
    await page.getByRole('button', { name: 'Save and return to the list' }).click();
    await page.getByRole('link', { name: /^Edit W/ }).waitFor();
    const paths = await page
      .getByRole('link', { name: /^(Edit|Remove) W/ })
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')!));
    for (const path of [
      '/',
      ...paths,
      '/application/people',
      '/application/contact',
      '/application/sales',
      '/application/bank',
      '/application',
      '/application/review',
    ]) {
      await openPath(page, path);
      expect(await listFieldErrors(page)).toEqual([]);
    }
    await visitor.context.close();
  });
});

/** What axe finds (WCAG 2.2 AA), and whether the page scrolls horizontally. */
async function listFieldErrors(page: Page): Promise<string[]> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const found = await listViolations(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  return width > 390 ? [...found, `${page.url()} is ${width} pixels wide`] : found;
}
