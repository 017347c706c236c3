import { expect, test } from 'vitest';
import { hashPassword } from '~/identity/passwords/passwords';
import { addPerson, saveAnswers } from '~/merchants/applications/answers/answers';
import { findSubmittedContents } from '~/merchants/applications/answers/submitted-contents';
import { findApplication, requireApplication } from '~/merchants/applications/applications';
import type { ApplicationState } from '~/merchants/applications/states';
import { assignCase } from '~/merchants/applications/review/assignments';
import { requestChanges } from '~/merchants/applications/review/decisions';
import { saveItemReviews } from '~/merchants/applications/review/item-reviews';
import { suspendAccount } from '~/merchants/accounts/suspensions';
import { prisma } from '~/platform/database/db.server';
import {
  buildApplication,
  buildReviewer,
  buildReviewStep,
  soleOwner,
} from '../../../../tests/world/applications';
import { buildStaff } from '../../../../tests/world/identity/staff';
import { openBrowser, readPage } from '../../../../tests/world/browser';
import { buildApiClient } from '../../../../tests/world/api-client';
import { buildMerchant, goLive, type Merchant } from '../../../../tests/world/merchants';
import { paymentBody } from '../../../../tests/world/payments/payments';

const password = 'correct horse battery';
let hash: Promise<string> | undefined;

/** A new merchant, and the browser of a logged-in member with this role. */
async function logIn(role = 'owner') {
  const email = `apply-${crypto.randomUUID()}@example.com`;
  const merchant = await buildMerchant({ email, passwordHash: await (hash ??= hashPassword(password)) });
  await prisma.member.updateMany({ where: { userId: merchant.ownerId }, data: { role } });
  const browser = openBrowser();
  expect((await browser.submit('/login', { email, password })).status).toBe(302);
  return { merchant, browser };
}

/** The same with an application in this state. */
async function logInWith(state: ApplicationState) {
  const { merchant, browser } = await logIn();
  await buildApplication(state, { merchant });
  return { merchant, browser };
}

type Requested = {
  fields: { name: string; fault: string | null; value: string }[];
  places: { kind: string }[];
};
const current = ({ accountId }: Merchant) => requireApplication({ accountId });
const addSomebody = async (merchant: Merchant) =>
  ((await addPerson(merchant, soleOwner())) as { personId: string }).personId;
const pages = [
  '/application',
  '/application/business',
  '/application/contact',
  '/application/sales',
  '/application/people',
  '/application/bank',
  '/application/review',
];

test.each(['developer', 'finance', 'viewer'])(
  'a %s neither sees nor changes the application',
  async (role) => {
    const { merchant, browser } = await logIn(role);
    const personId = await addSomebody(merchant);
    const person = `/application/people/${personId}`;
    for (const path of [...pages, person, `${person}/remove`])
      expect({ path, status: (await browser.open(path)).status }).toEqual({ path, status: 403 });
    const forms = [...pages, person, `${person}/remove`, `${person}/answers`, '/application/answers/contact'];
    for (const path of forms)
      expect({
        path,
        status: (
          await browser.submit(path, {
            city: 'Hamburg',
            declared: 'on',
            person_name: 'Eve',
            message: 'x'.repeat(30),
          })
        ).status,
      }).toEqual({ path, status: 403 });
    expect(await current(merchant)).toMatchObject({
      state: 'DRAFT',
      answers: {},
      people: [{ id: personId, answers: { person_country: 'DE' } }],
    });
    expect((await readPage(await browser.open('/'))).html).not.toContain('href="/application');
  },
);

test('a visitor is sent to log in', async () => {
  const browser = openBrowser();
  for (const path of pages) {
    expect((await browser.open(path)).headers.get('location')).toMatch(/^\/login/);
    expect((await browser.submit(path, { city: 'Hamburg' })).headers.get('location')).toMatch(/^\/login/);
  }
});

test('the progress counts what is required or answered', async () => {
  const { merchant, browser } = await logIn();
  const readProgress = async () =>
    /(\d+) of (\d+) done/
      .exec((await readPage(await browser.open('/application'))).html.replaceAll('<!-- -->', ''))!
      .slice(1)
      .map(Number);
  const [none, all] = await readProgress();
  expect(none).toBe(0);
  await saveAnswers(merchant, { city: 'Hamburg' });
  expect(await readProgress()).toEqual([1, all]);
  await saveAnswers(merchant, { trading_name: 'Harbour Tea' });
  expect(await readProgress()).toEqual([2, all! + 1]);
});

test("viewing a page doesn't start an application or write anything", async () => {
  const { merchant, browser } = await logIn();
  for (const path of ['/', ...pages])
    expect({ path, status: (await browser.open(path)).status }).toEqual({ path, status: 200 });
  expect(await findApplication({ accountId: merchant.accountId })).toBeNull();
});

test("unknown steps and people, and another merchant's, are not found", async () => {
  const { browser } = await logIn();
  const stranger = await buildMerchant();
  const personId = await addSomebody(stranger);
  for (const path of [
    '/application/nothing',
    '/application/answers',
    '/application/__proto__',
    '/application/people/per_none',
    `/application/people/${personId}`,
    `/application/people/${personId}/remove`,
  ])
    expect({ path, status: (await browser.open(path)).status }).toEqual({ path, status: 404 });
  expect((await browser.submit(`/application/people/${personId}`, { person_name: 'Eve' })).status).toBe(404);
  expect(
    (await browser.submit(`/application/people/${personId}/answers`, { person_name: 'Eve' })).status,
  ).toBe(404);
  await browser.submit(`/application/people/${personId}/remove`, {});
  expect((await current(stranger)).people[0]!.answers.person_name).toMatch(/^Robin/);
});

test("another site's form is rejected", async () => {
  const { merchant, browser } = await logIn();
  for (const path of ['/application/answers/contact', '/application/contact', '/application/people'])
    expect(
      (
        await browser.submit(
          path,
          { city: 'Bremen' },
          { headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' } },
        )
      ).status,
    ).toBe(403);
  expect(await findApplication({ accountId: merchant.accountId })).toBeNull();
});

test('a form without scripts saves right and wrong answers, names the wrong ones, and continues', async () => {
  const { merchant, browser } = await logIn();
  const rejected = await browser.submit('/application/contact', {
    country: 'DE',
    city: 'Hamburg',
    contact_email: 'nobody',
    contact_phone: '12',
  });
  const { html, title, errors } = await readPage(rejected);
  expect({ status: rejected.status, title }).toEqual({
    status: 422,
    title: 'Error: Address and contact · Tillway',
  });
  expect(errors).toEqual([
    'Contact email address: Enter an email address, such as ada@example.com',
    'Contact phone number: Enter a phone number with country code, such as +49 30 123456',
  ]);
  expect(html).toContain('Skip for now');
  expect((await current(merchant)).answers).toEqual({
    country: 'DE',
    city: 'Hamburg',
    contact_email: 'nobody',
    contact_phone: '12',
  });
  const fixed = await browser.submit('/application/contact', {
    contact_email: 'ada@example.com',
    contact_phone: '+49 40 123456',
  });
  expect({ status: fixed.status, location: fixed.headers.get('location') }).toEqual({
    status: 302,
    location: '/application/sales',
  });
});

test("an unchanged field doesn't overwrite another device's change", async () => {
  const { merchant, browser } = await logIn();
  await saveAnswers(merchant, {
    city: 'Hamburg',
    contact_name: 'Ada',
    bank_country: 'DE',
    account_number: 'DE89370400440532013000',
  });
  const rendered = async (path: string) => {
    const { html } = await readPage(await browser.open(path));
    return Object.fromEntries(
      [...html.matchAll(/<input type="hidden" name="([\w.]+)" value="(\w+)"/g)].map(([, name, value]) => [
        name!,
        value!,
      ]),
    );
  };
  const [contact, bank] = [await rendered('/application/contact'), await rendered('/application/bank')];
  await saveAnswers(merchant, { city: 'Bremen', account_number: 'DE02120300000000202051' });
  expect(
    (await browser.submit('/application/contact', { ...contact, city: 'Hamburg', contact_name: 'Eve' }))
      .status,
  ).toBe(302);
  expect(
    (await browser.submit('/application/bank', { ...bank, bank_country: 'DE', account_number: '•••• 3000' }))
      .status,
  ).toBe(302);
  expect((await current(merchant)).answers).toMatchObject({
    city: 'Bremen',
    contact_name: 'Eve',
    account_number: 'DE02120300000000202051',
  });
});

test('a single answer is saved, and the reply lists the questions that apply', async () => {
  const { browser } = await logIn();
  const save = async (step: string, answers: Record<string, string>) =>
    (await (await browser.submit(`/application/answers/${step}`, answers)).json()) as Requested;
  const company = await save('business', { business_form: 'company' });
  expect(company.fields.map(({ name }) => name)).toContain('registration_number');
  expect(company.places).toMatchObject([{ kind: 'registration_extract' }]);
  const trader = await save('business', { business_form: 'sole_trader', tax_number: 'none' });
  expect(trader.fields.map(({ name }) => name)).not.toContain('registration_number');
  expect(trader.fields.find(({ name }) => name === 'tax_number')).toMatchObject({
    value: 'none',
    fault: 'Enter a number with digits',
  });
  const bank = await save('bank', { bank_country: 'DE', account_number: 'DE89 3704 0044 0532 0130 00' });
  expect(JSON.stringify(bank)).not.toMatch(/0440\s?0532/);
  expect(bank.fields.find(({ name }) => name === 'account_number')).toMatchObject({
    value: '•••• 3000',
    fault: null,
  });
});

test('a card number is rejected at its field, not saved, and not shown', async () => {
  const { merchant, browser } = await logIn();
  const input = {
    what_is_sold: 'Call us and pay with 4242 4242 4242 4242, it is easy',
    website: 'https://tea.example',
  };
  const { fields } = (await (await browser.submit('/application/answers/sales', input)).json()) as Requested;
  expect(fields.find(({ name }) => name === 'what_is_sold')).toMatchObject({
    value: '',
    fault: 'Remove the card number. It can’t be stored here',
  });
  const rejected = await browser.submit('/application/sales', input);
  const { html, errors } = await readPage(rejected);
  expect({ status: rejected.status, errors }).toEqual({
    status: 422,
    errors: ['What you sell: Remove the card number. It can’t be stored here'],
  });
  expect(html).not.toContain('4242 4242');
  expect((await current(merchant)).answers).toEqual({ website: 'https://tea.example' });
});

test('markup is shown as text everywhere', async () => {
  const { merchant, browser } = await logIn();
  const hostile = '"><script>alert(1)</script>';
  await saveAnswers(merchant, {
    business_form: 'company',
    legal_name: hostile,
    what_is_sold: `</textarea>${hostile}`,
    city: hostile,
    country: hostile,
    currency: hostile,
    business_form_: hostile,
  });
  const { personId } = (await addPerson(merchant, {
    person_name: hostile,
    person_role: hostile,
    person_country: hostile,
  })) as { personId: string };
  for (const path of [
    ...pages,
    `/application/people/${personId}`,
    `/application/people/${personId}/remove`,
    '/',
  ]) {
    const { html } = await readPage(await browser.open(path));
    expect(html).not.toContain('<script>alert');
  }
});

test('an answer of many thousand characters is reported as too long, and saved up to 4,000', async () => {
  const { merchant, browser } = await logIn();
  const { fields } = (await (
    await browser.submit('/application/answers/sales', { what_is_sold: 'tea '.repeat(3000) })
  ).json()) as Requested;
  expect(fields.find(({ name }) => name === 'what_is_sold')).toMatchObject({
    fault: 'Shorten this to 2000 characters or fewer',
  });
  expect((await current(merchant)).answers.what_is_sold).toHaveLength(3999);
  expect(
    (await browser.submit('/application/answers/sales', { what_is_sold: 'x'.repeat(70_000) })).status,
  ).toBe(413);
});

test('it is submitted once, however often the button is pressed', async () => {
  const { merchant, browser } = await logInWith('DRAFT');
  const undeclared = await browser.submit('/application/review', {});
  expect({ status: undeclared.status, errors: (await readPage(undeclared)).errors }).toEqual({
    status: 422,
    errors: ['Confirm that your answers are true'],
  });
  const sent = await Promise.all(
    [1, 2, 3].map(() => browser.submit('/application/review', { declared: 'on' })),
  );
  for (const { status, headers } of sent)
    expect({ status, location: headers.get('location') }).toEqual({ status: 302, location: '/application' });
  expect(await current(merchant)).toMatchObject({ state: 'SUBMITTED', round: 1 });
  const { html } = await readPage(await browser.open('/application'));
  expect(html).toContain('Waiting for a reviewer');
  expect((await browser.open('/application/review')).headers.get('location')).toBe('/application');
});

test("with missing answers it isn't submitted, and each links to its field", async () => {
  const { merchant, browser } = await logInWith('DRAFT');
  await saveAnswers(merchant, { city: '' });
  const rejected = await browser.submit('/application/review', { declared: 'on' });
  const { html, errors } = await readPage(rejected);
  expect({ status: rejected.status, errors }).toEqual({ status: 422, errors: ['Enter: Town or city'] });
  expect(html).toContain('href="/application/contact?review#city"');
  expect(await current(merchant)).toMatchObject({ state: 'DRAFT' });
});

test('every missing or wrong answer about a person links to its field', async () => {
  const { merchant, browser } = await logInWith('DRAFT');
  const { personId } = (await addPerson(merchant, {
    person_name: 'Hanna Weber',
    person_role: 'owner',
    person_share: '0',
  })) as { personId: string };
  const unnamed = (await addPerson(merchant, { ...soleOwner(), person_name: '', person_share: '' })) as {
    personId: string;
  };
  const { html } = await readPage(await browser.open('/application/review'));
  const links = [...html.matchAll(/href="(\/application\/people\/[^"]+)"[^>]*>([^<]*)<\/a>/g)].map(
    ([, path, text]) => [path, text],
  );
  const own = `/application/people/${personId}?review`;
  const other = `/application/people/${unnamed.personId}?review`;
  expect(links).toEqual([
    [`${own}#person_share`, 'Ownership share in percent of Hanna Weber: Enter a percentage from 0.01 to 100'],
    [`${own}#person_birth_date`, 'Enter for Hanna Weber: Date of birth'],
    [`${own}#person_country`, 'Choose for Hanna Weber: Country of residence'],
    [`${own}#document-identity_document-${personId}`, 'Add: Identity document of Hanna Weber'],
    [`${other}#person_name`, 'Enter for a person without a name: Full name'],
    [`${other}#person_share`, 'Enter for a person without a name: Ownership share in percent'],
    [
      `${other}#document-identity_document-${unnamed.personId}`,
      'Add: Identity document of a person without a name',
    ],
  ]);
  expect((await readPage(await browser.open('/application/people'))).html).toContain(
    `href="/application/people/${personId}#person_birth_date"`,
  );
});

test('requested changes are named, and the first one is a click away', async () => {
  const { merchant, browser } = await logIn();
  const { applicationId } = await buildApplication('SUBMITTED', {
    merchant,
    people: [{ ...soleOwner(), person_name: 'Hanna Weber' }],
  });
  const personId = (await current(merchant)).people[0]!.id;
  const document = `document:identity_document:${personId}`;
  const reviewerId = await buildReviewer();
  const step = () => buildReviewStep(applicationId, reviewerId);
  await assignCase(await step());
  await saveItemReviews(
    await step(),
    [document, 'account_number'].map((subject) => ({ subject, result: 'change', reason: 'Not legible.' })),
  );
  expect(await requestChanges({ ...(await step()), message: '' })).toBe('changes_requested');
  const { html } = await readPage(await browser.open('/'));
  expect(html).toContain('The reviewer asked for 2 changes: Identity document of Hanna Weber, IBAN.');
  expect(html).toMatch(
    new RegExp(
      `href="/application/people/${personId}#${document.replaceAll(':', '-')}"[^>]*>Make the changes<`,
    ),
  );
  const { html: people } = await readPage(await browser.open('/application/people'));
  expect(people).toMatch(
    new RegExp(`href="/application/people/${personId}"[^>]*>Change(<!-- -->| )*<span class="sr-only">Hanna`),
  );
});

test('a change from "Check your answers" returns there', async () => {
  const { merchant, browser } = await logInWith('DRAFT');
  const { html: review } = await readPage(await browser.open('/application/review'));
  const [person] = (await current(merchant)).people;
  for (const path of ['/application/contact?review#city', `/application/people/${person!.id}?review#person`])
    expect(review).toContain(`href="${path}`);
  const step = await readPage(await browser.open('/application/contact?review'));
  expect(step.html).toMatch(/href="\/application\/review"[^>]*>Back to your answers/);
  expect(step.html).toMatch(/<form[^>]* action="\/application\/contact\?review/);
  const submit = async (path: string, answers: Record<string, string>) =>
    (await browser.submit(path, answers)).headers.get('location');
  expect(await submit('/application/contact?review', { city: 'Bremen' })).toBe('/application/review');
  expect(await submit(`/application/people/${person!.id}?review`, { person_name: 'Ada' })).toBe(
    '/application/review',
  );
  // A question that appears is answered first.
  expect(await submit('/application/sales?review', { card_entry: 'direct' })).toBe(
    '/application/sales?review#pci_level',
  );
  expect(await submit('/application/people?review', {})).toMatch(/^\/application\/people\/per_\w+\?review$/);
});

test('a sole proprietor who adds themselves starts with their name, and others with an empty form', async () => {
  const { merchant, browser } = await logIn();
  await saveAnswers(merchant, { business_form: 'sole_trader' });
  for (let people = 0; people < 2; people++) await browser.submit('/application/people', {});
  const { name } = await prisma.user.findUniqueOrThrow({ where: { id: merchant.ownerId } });
  expect((await current(merchant)).people.map(({ answers }) => answers.person_name)).toEqual([
    name,
    undefined,
  ]);
});

test('a submitted application is shown, and a late form says that nothing was changed', async () => {
  const { merchant, browser } = await logInWith('SUBMITTED');
  expect((await readPage(await browser.open('/application/contact'))).html).not.toContain('name="city"');
  const late = await browser.submit('/application/contact', { city: 'Bremen' });
  expect(late.headers.get('location')).toBe('/application?closed');
  expect((await readPage(await browser.open('/application?closed'))).html).toContain('No changes were made');
  expect((await browser.submit('/application/answers/contact', { city: 'Bremen' })).status).toBe(409);
  expect((await current(merchant)).answers.city).toBe('Hamburg');
});

test("after a review only the requested field is editable, with the reviewer's message", async () => {
  const { merchant, browser } = await logInWith('CHANGES_REQUESTED');
  const overview = await readPage(await browser.open('/application'));
  for (const part of [
    'The register has another name.',
    'href="/application/business#legal_name"',
    'Change needed',
  ])
    expect(overview.html).toContain(part);
  const { html } = await readPage(await browser.open('/application/business'));
  expect([...html.matchAll(/<(?:input|select|textarea)[^>]* name="(\w+)"/g)].map(([, name]) => name)).toEqual(
    ['legal_name'],
  );
  expect(html).toContain('The register has another name.');
  expect((await browser.submit('/application/answers/business', { tax_number: 'DE999999999' })).status).toBe(
    409,
  );
  expect(
    (await browser.submit('/application/business', { legal_name: 'Harbour Tea AG' })).headers.get('location'),
  ).toBe('/application/contact');
  expect((await readPage(await browser.open('/application'))).html).toContain('Check and submit');
  expect((await browser.submit('/application/review', { declared: 'on' })).headers.get('location')).toBe(
    '/application',
  );
  expect(await current(merchant)).toMatchObject({ state: 'SUBMITTED', round: 2 });
});

test('who resubmits can explain to the reviewer what they didn’t change', async () => {
  const { merchant, browser } = await logInWith('CHANGES_REQUESTED');
  const { html: review } = await readPage(await browser.open('/application/review'));
  expect(review).toContain('If no change is needed, explain why in your message below');
  const rejected = await browser.submit('/application/review', {
    message: 'Charge 4242 4242 4242 4242, <please>',
  });
  const { html, errors } = await readPage(rejected);
  expect({ status: rejected.status, errors }).toEqual({
    status: 422,
    errors: ['Remove the card number. It can’t be stored here', 'Confirm that your answers are true'],
  });
  expect(html).toContain('&lt;please&gt;</textarea>');
  const { id } = await current(merchant);
  const message = 'The register is outdated:\n<b>we moved</b>.';
  await browser.submit('/application/review', { declared: 'on', message });
  expect(await findSubmittedContents({ id }, 2)).toMatchObject({ message });
  const reviewer = await buildStaff('reviewer');
  const { html: staffPage } = await readPage(await reviewer.open(`/review/applications/${id}`));
  expect(staffPage).toMatch(
    /The merchant’s message<[\s\S]*?>The register is outdated:\n&lt;b&gt;we moved&lt;\/b&gt;\.<\/p>/,
  );
  expect(staffPage).not.toContain('The merchant’s appeal');
});

test('a first submission has no message', async () => {
  const { merchant, browser } = await logInWith('DRAFT');
  expect((await readPage(await browser.open('/application/review'))).html).not.toContain('name="message"');
  await browser.submit('/application/review', { declared: 'on', message: 'Please hurry' });
  const { id } = await current(merchant);
  expect(await findSubmittedContents({ id }, 1)).toMatchObject({ message: null });
});

test('a rejection has its reasons and allows an appeal', async () => {
  const { merchant, browser } = await logInWith('REJECTED');
  expect((await readPage(await browser.open('/application'))).html).toContain('We do not serve this trade.');
  const short = await browser.submit('/application', { message: 'Look <again>' });
  const { html, title, errors } = await readPage(short);
  expect({ status: short.status, title, errors }).toEqual({
    status: 422,
    title: 'Error: Application · Tillway',
    errors: ['Enter at least 20 characters'],
  });
  expect(html).toContain('Look &lt;again&gt;</textarea>');
  const appealed = await browser.submit('/application', {
    message: 'The trade you name is not ours:\r\nwe sell tea.',
  });
  expect(appealed.headers.get('location')).toBe('/application');
  expect(await current(merchant)).toMatchObject({ state: 'SUBMITTED' });
});

test('an approval leads on, and a suspension shows its reason', async () => {
  const { merchant, browser } = await logInWith('APPROVED');
  const nextStep = 'Next, take your first one';
  expect((await readPage(await browser.open('/application'))).html).toContain(nextStep);
  const client = await buildApiClient(await goLive(merchant), 'live');
  await client.post('/transactions', paymentBody({ pan: '4929000000000000' }));
  expect((await readPage(await browser.open('/application'))).html).not.toContain(nextStep);
  await suspendAccount({
    accountId: merchant.accountId,
    reviewerId: await buildReviewer(),
    reason: 'Too many chargebacks.',
  });
  expect((await readPage(await browser.open('/application'))).html).toContain('Too many chargebacks.');
});

test("reviewers' notes and names are not shown", async () => {
  const { merchant, browser } = await logIn();
  const reviewerId = await buildReviewer('Secret Reviewer');
  const { applicationId } = await buildApplication('REJECTED', { merchant, reviewerId });
  await prisma.applicationEvent.create({
    data: {
      applicationId,
      type: 'note',
      round: 1,
      actor: `staff:${reviewerId}`,
      message: 'Looks fishy',
      internal: true,
    },
  });
  const { html } = await readPage(await browser.open('/application'));
  expect(html).toContain('A reviewer');
  for (const secret of ['Secret Reviewer', reviewerId, 'Looks fishy']) expect(html).not.toContain(secret);
});
