import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { listAudit } from '~/audit/audit';
import { hashPassword } from '~/identity/passwords/passwords';
import { requireApplication } from '~/merchants/applications/applications';
import { listApplicationHistory } from '~/merchants/applications/history';
import { releaseCase, takeOverCase } from '~/merchants/applications/review/assignments';
import { listEvidenceViews } from '~/merchants/applications/review/document-views';
import { listItemReviews, saveItemReviews } from '~/merchants/applications/review/item-reviews';
import { retrieveReviewCase } from '~/merchants/applications/review/review-case';
import type { LivePreview } from './decision/page-preview';
import { prisma } from '~/platform/database/db.server';
import {
  acceptAll,
  buildApplication,
  buildDocument,
  buildReviewer,
  buildReviewStep,
  openAll,
  soleOwner,
  type TestApplicant,
} from '../../../tests/world/applications';
import { openBrowser, readPage } from '../../../tests/world/browser';
import { screenApplication, writeSanctionsList } from '../../../tests/world/sanctions';
import { listMailsToOwner } from '../../../tests/world/mails/mails';
import { buildMerchant } from '../../../tests/world/merchants';
import { buildPdf, fillPage } from '../../../tests/world/documents/pdf-files';
import { buildStaff, type Staff } from '../../../tests/world/identity/staff';

let mia: Staff;
beforeAll(async () => void (mia = await buildStaff('reviewer', { name: 'Mia Reviewer' })));

const readResponse = async (response: Response) => ({
  status: response.status,
  ...(await readPage(response)),
});
const getRedirect = (response: Response) => [response.status, response.headers.get('location')];
const getReviewPath = ({ applicationId }: TestApplicant, subpath = '') =>
  `/review/applications/${applicationId}${subpath && `/${subpath}`}`;
const toText = (html: string) =>
  html
    .replaceAll('<!-- -->', '')
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;/g, '’')
    .replace(/\s+/g, ' ');

/** The selected radio button of a group. */
const readChosenValue = (html: string, name: string) =>
  [...html.matchAll(/<input[^>]*>/g)].flatMap(([tag]) =>
    tag.includes(`name="${name}"`) && tag.includes('checked') ? (/value="(\w+)"/.exec(tag)?.[1] ?? []) : [],
  );

/** An application assigned to Mia, and the version that her page shows. */
async function buildAssignedApplication(input: Parameters<typeof buildApplication>[1] = {}) {
  const applicant = await buildApplication('IN_REVIEW', { reviewerId: mia.userId, ...input });
  const { version } = await buildReviewStep(applicant.applicationId, mia.userId);
  return { ...applicant, version: String(version) };
}

/** A submitted document with a blue and a red page. */
async function buildPages(
  bytes = buildPdf({ pages: [fillPage('0 0 1'), fillPage('1 0 0')] }),
): Promise<string> {
  const { merchant } = await buildApplication('SUBMITTED');
  return buildDocument(merchant.accountId, { kind: 'bank_statement', bytes, pages: 2 });
}

const getState = async ({ applicationId }: TestApplicant) =>
  (await requireApplication({ id: applicationId })).state;
const listSavedItemReviews = async ({ applicationId }: TestApplicant) =>
  listItemReviews(await requireApplication({ id: applicationId }));
/** Reassigns it without her page noticing. */
const takeOverFromMia = async ({ applicationId }: TestApplicant) =>
  takeOverCase({
    ...(await buildReviewStep(applicationId, await buildReviewer('Noor'))),
    reason: 'Mia is ill.',
  });

describe('access', () => {
  const paths = [
    '/review',
    ...[
      '',
      '/claim',
      '/release',
      '/take-over',
      '/snooze',
      '/wake',
      '/notes',
      '/bank-account',
      '/decision?as=reject',
      '/suspension',
    ].map((subpath) => `/review/applications/:id${subpath}`),
    '/review/documents/:document',
  ];
  const actionPaths = paths.filter((path) => path !== '/review' && !path.includes('documents'));

  test('no visitor, no merchant, and no staff member without the permission', async () => {
    const applicant = await buildApplication('SUBMITTED');
    const { id: documentId } = await prisma.document.findFirstOrThrow({
      where: { accountId: applicant.merchant.accountId },
    });
    const withIds = (path: string) =>
      path.replace(':id', applicant.applicationId).replace(':document', documentId);
    const email = `owner-${crypto.randomUUID()}@merchant.test`;
    await buildMerchant({ email, passwordHash: await hashPassword('correct horse battery') });
    const merchant = openBrowser();
    await merchant.submit('/login', { email, password: 'correct horse battery' });
    const support = await buildStaff('support');
    const before = await requireApplication({ id: applicant.applicationId });
    for (const path of paths.map(withIds)) {
      expect((await openBrowser().open(path)).headers.get('location'), path).toMatch(/^\/staff\/login\?/);
      expect((await merchant.open(path)).headers.get('location'), path).toMatch(/^\/staff\/login\?/);
      expect((await support.open(path)).status, path).toBe(403);
    }
    for (const path of actionPaths.map(withIds)) {
      const fields = {
        version: String(before.version),
        message: 'No.',
        then: 'send',
        'result:city': 'accepted',
      };
      expect((await openBrowser().submit(path, fields)).headers.get('location'), path).toMatch(
        /^\/staff\/login/,
      );
      expect((await merchant.submit(path, fields)).headers.get('location'), path).toMatch(/^\/staff\/login/);
      expect((await support.submit(path, fields)).status, path).toBe(403);
      const forged = await mia.submit(path, fields, {
        headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      });
      expect(forged.status, path).toBe(403);
    }
    expect(await requireApplication({ id: applicant.applicationId })).toEqual(before);
    expect(await listStaffActions(applicant.merchant.accountId)).toEqual([]);
  });

  test('nobody reviews an account they belong to', async () => {
    const applicant = await buildAssignedApplication();
    const { accountId } = applicant.merchant;
    const before = await listAudit({ accountId });
    await prisma.member.create({ data: { accountId, userId: mia.userId, role: 'viewer' } });
    const { status, html } = await readResponse(await mia.open(getReviewPath(applicant)));
    expect(status).toBe(403);
    expect(toText(html)).toContain('A colleague decides');
    expect(html).not.toContain('Am Hafen');
    for (const subpath of [
      'decision?as=approve',
      'snooze',
      'take-over',
      'notes',
      'suspension',
      'bank-account',
    ])
      expect((await mia.open(getReviewPath(applicant, subpath))).status, subpath).toBe(403);
    const { id } = await prisma.document.findFirstOrThrow({ where: { accountId } });
    expect((await mia.open(`/review/documents/${id}`)).status).toBe(403);
    expect((await mia.submit(getReviewPath(applicant, 'bank-account'), {})).status).toBe(403);
    expect((await mia.submit(getReviewPath(applicant, 'notes'), { message: 'Fine.' })).status).not.toBe(302);
    expect((await mia.submit(getReviewPath(applicant, 'suspension'), { message: 'Fine.' })).status).not.toBe(
      302,
    );
    expect(await listAudit({ accountId })).toEqual(before);
  });

  test('an unknown application is not found, nor one that was never submitted', async () => {
    const draft = await buildApplication('DRAFT');
    for (const path of [
      getReviewPath(draft),
      getReviewPath(draft, 'decision?as=approve'),
      '/review/applications/app_unknown',
      '/review/applications/app_unknown/snooze',
      '/review/documents/doc_unknown',
      getReviewPath(await buildAssignedApplication(), 'decision?as=else'),
    ])
      expect((await mia.open(path)).status, path).toBe(404);
    expect((await mia.submit('/review/applications/app_unknown/claim', { version: '1' })).status).toBe(404);
  });
});

describe('the queue', () => {
  test('an application is found, claimed from its row, and assigned from then on', async () => {
    const name = `Row ${crypto.randomUUID()}`;
    const applicant = await buildApplication('SUBMITTED', { merchant: await buildMerchant({ name }) });
    await prisma.application.update({
      where: { id: applicant.applicationId },
      data: { promisedAt: new Date(Date.now() - 50 * 3_600_000) },
    });
    const { html } = await readResponse(await mia.open(`/review?search=${encodeURIComponent(name)}`));
    expect(toText(html)).toContain('2 days late');
    const [, version] = /name="version" value="(\d+)"/.exec(html)!;
    expect(html).toContain(`action="${getReviewPath(applicant, 'claim')}"`);
    expect(getRedirect(await mia.submit(getReviewPath(applicant, 'claim'), { version: version! }))).toEqual([
      302,
      `${getReviewPath(applicant)}?outcome=assigned`,
    ]);
    expect(
      toText((await readResponse(await mia.open(`${getReviewPath(applicant)}?outcome=assigned`))).html),
    ).toContain('Assigned to you');

    const noor = await buildStaff('reviewer', { name: 'Noor' });
    const late = await noor.submit(getReviewPath(applicant, 'claim'), { version: version! });
    expect(getRedirect(late)).toEqual([302, `${getReviewPath(applicant)}?outcome=moved_on`]);
    const page = toText((await readResponse(await noor.open(late.headers.get('location')!))).html);
    expect(page).toContain('This application changed after you opened it');
    expect(page).toContain('Assigned to Mia Reviewer');
  });

  test.each([
    '?view=nothing&page=-3',
    '?page=99999999',
    `?search=${'%00'.repeat(5)}x`,
    `?search=${'x'.repeat(5000)}`,
    '?search=4242424242424242',
  ])('%s is a queue like another', async (query) => {
    const { status, html } = await readResponse(await mia.open(`/review${query}`));
    expect(status).toBe(200);
    expect(html).not.toContain('4242424242424242');
  });
});

test('a search that is too long is cut without splitting a character', async () => {
  const { status, html } = await readResponse(await mia.open(`/review?search=${'x'.repeat(254)}😀`));
  expect(status).toBe(200);
  // A page's data is JSON, which escapes an unpaired surrogate.
  expect(html).not.toMatch(/\\ud83d/i);
});

describe('item reviews', () => {
  test('are saved by one plain form, and the standard reason is used if none is written', async () => {
    const applicant = await buildAssignedApplication();
    const saved = await mia.submit(getReviewPath(applicant), {
      version: applicant.version,
      then: 'save',
      'result:legal_name': 'change',
      'reason:legal_name': 'The register has another name.',
      'result:city': 'change',
      'reason:city': '',
      'template:city': 'It doesn’t match the documents you uploaded.',
      'result:website': 'accepted',
      'result:tax_number': 'undecided',
    });
    expect(getRedirect(saved)).toEqual([302, `${getReviewPath(applicant)}?outcome=saved`]);
    expect(
      (await listSavedItemReviews(applicant)).sort((a, b) => a.subject.localeCompare(b.subject)),
    ).toEqual([
      { subject: 'city', result: 'change', reason: 'It doesn’t match the documents you uploaded.' },
      { subject: 'legal_name', result: 'change', reason: 'The register has another name.' },
      { subject: 'website', result: 'accepted', reason: null },
    ]);
    const { html } = await readResponse(await mia.open(getReviewPath(applicant)));
    expect(html).toMatch(
      /<textarea[^>]*name="reason:legal_name"[^>]*>The register has another name\.<\/textarea>/,
    );
  });

  test('accept all remaining items with one click, except unopened ones', async () => {
    const applicant = await buildAssignedApplication();
    const { html } = await readResponse(await mia.open(getReviewPath(applicant)));
    const names = [...new Set([...html.matchAll(/name="(result:[^"]+)"/g)].map(([, name]) => name!))];
    expect(names.length).toBeGreaterThan(20);
    const fields = {
      ...Object.fromEntries(names.map((name) => [name, 'undecided'])),
      'result:city': 'change',
      'reason:city': 'Another town.',
    };
    const acceptRest = async (step: string) => {
      const then = `accept_rest:${step}`;
      const [status, location] = getRedirect(
        await mia.submit(getReviewPath(applicant), { ...fields, version: applicant.version, then }),
      );
      const subjects = (await listSavedItemReviews(applicant)).map(({ subject }) => subject);
      const undecided = names
        .map((name) => name.slice('result:'.length))
        .filter((key) => !subjects.includes(key));
      return { status, result: String(location).split('?')[1], undecided };
    };
    const unopened = [
      'document:registration_extract:',
      expect.stringMatching(/^document:identity_document:per_/),
      'account_number',
      'document:bank_statement:',
    ];
    const bankItems = ['bank_country', 'account_holder', 'account_number', 'document:bank_statement:'];
    const { undecided: undecidedOutsideBank, ...acceptedBank } = await acceptRest('bank');
    expect(acceptedBank).toEqual({ status: 302, result: 'outcome=opened_accepted#bank' });
    expect(bankItems.filter((key) => undecidedOutsideBank.includes(key))).toEqual(bankItems.slice(2));
    expect(undecidedOutsideBank.length).toBeGreaterThan(15);
    expect(await acceptRest('all')).toEqual({
      status: 302,
      result: 'outcome=opened_accepted#decision',
      undecided: unopened,
    });
    await openAll(await buildReviewStep(applicant.applicationId, mia.userId));
    expect(await acceptRest('all')).toEqual({
      status: 302,
      result: 'outcome=rest_accepted#decision',
      undecided: [],
    });
    expect((await listSavedItemReviews(applicant)).filter(({ result }) => result === 'change')).toEqual([
      { subject: 'city', result: 'change', reason: 'Another town.' },
    ]);
  });

  test('are saved one by one as they are made, in the version that the reviewer has seen', async () => {
    const applicant = await buildAssignedApplication();
    const path = getReviewPath(applicant, 'item-reviews');
    const save = async (fields: Record<string, string>, version = applicant.version) =>
      (await mia.submit(path, { version, ...fields })).status;
    expect(await save({ 'result:city': 'accepted', 'result:website': 'undecided' })).toBe(204);
    expect(await save({ 'result:website': 'change', 'reason:website': '' })).toBe(422);
    expect(await save({ 'result:website': 'accepted' }, String(Number(applicant.version) - 1))).toBe(409);
    expect(await listSavedItemReviews(applicant)).toEqual([
      { subject: 'city', result: 'accepted', reason: null },
    ]);
    expect(getRedirect(await mia.open(path))).toEqual([302, getReviewPath(applicant)]);
  });

  test("a window that is out of date doesn't change what the reviewer did in another one", async () => {
    const applicant = await buildAssignedApplication();
    await openAll(await buildReviewStep(applicant.applicationId, mia.userId));
    const readFields = async () => {
      const { html } = await readResponse(await mia.open(getReviewPath(applicant)));
      const form = html.slice(html.indexOf('data-item='));
      return Object.fromEntries(
        [...form.matchAll(/<input type="hidden" name="((?:result|seen):[^"]+)" value="(\w+)"/g)].map(
          ([, name, value]) => [name!, value!],
        ),
      );
    };
    const submit = (fields: Record<string, string>, subpath = '') =>
      mia.submit(getReviewPath(applicant, subpath), { version: applicant.version, ...fields });
    const window1 = await readFields();
    await submit({
      'result:city': 'change',
      'reason:city': 'Another town.',
      'result:legal_name': 'change',
      'reason:legal_name': 'Another name.',
      'result:website': 'accepted',
    });
    const list = async () =>
      (await listSavedItemReviews(applicant)).sort((a, b) => a.subject.localeCompare(b.subject));
    const before = await list();
    expect((await submit({ ...window1, 'result:address_line': 'accepted' }, 'item-reviews')).status).toBe(
      204,
    );
    expect(await list()).toEqual([{ subject: 'address_line', result: 'accepted', reason: null }, ...before]);
    await submit({ ...window1, then: 'accept_rest:all' });
    const reviews = await list();
    expect(reviews.length).toBeGreaterThan(20);
    expect(reviews.filter(({ result }) => result === 'change')).toEqual(
      before.filter(({ result }) => result === 'change'),
    );

    const choices = {
      'result:city': 'accepted',
      'result:legal_name': 'change',
      'reason:legal_name': 'The register has Tea GmbH.',
    };
    const background = await submit({ ...window1, ...choices }, 'item-reviews');
    expect({ status: background.status, unsaved: await background.json() }).toEqual({
      status: 422,
      unsaved: ['legal_name', 'city'],
    });
    const { status, html } = await readResponse(await submit({ ...window1, ...choices, then: 'changes' }));
    expect(status).toBe(422);
    expect(toText(html)).toContain('You reviewed these items in another window.');
    expect(toText(html)).toContain('Legal name: The register has Tea GmbH. Town or city: Accept ');
    expect(toText(html)).not.toContain('Latest activity');
    expect(readChosenValue(html, 'result:city')).toEqual(['change']);
    expect(html).toMatch(/<textarea[^>]*name="reason:legal_name"[^>]*>Another name\.<\/textarea>/);
    expect(await list()).toEqual(reviews);
  });

  test('a change without a reason is reported at its field, and no choice is lost', async () => {
    const applicant = await buildAssignedApplication();
    const response = await mia.submit(getReviewPath(applicant), {
      version: applicant.version,
      then: 'changes',
      'result:city': 'change',
      'reason:city': '',
      'result:website': 'accepted',
    });
    const { status, html, errors, title } = await readResponse(response);
    expect({ status, errors }).toEqual({
      status: 422,
      errors: ['Town or city: Describe what the merchant needs to change'],
    });
    expect(title).toMatch(/^Error: /);
    expect(html).toMatch(/<textarea[^>]*name="reason:city"[^>]*aria-invalid="true"/);
    expect({
      city: readChosenValue(html, 'result:city'),
      website: readChosenValue(html, 'result:website'),
    }).toEqual({ city: ['change'], website: ['accepted'] });
    expect(await listSavedItemReviews(applicant)).toEqual([
      { subject: 'website', result: 'accepted', reason: null },
    ]);
  });

  test('a late form is reported, with what happened and what was written', async () => {
    const applicant = await buildAssignedApplication();
    await takeOverFromMia(applicant);
    const { status, html } = await readResponse(
      await mia.submit(getReviewPath(applicant), {
        version: applicant.version,
        then: 'save',
        'result:city': 'change',
        'reason:city': 'A town of that name lies elsewhere.',
      }),
    );
    expect(status).toBe(409);
    const page = toText(html);
    expect(page).toContain('changed after you opened it');
    expect(page).toContain('Taken over Noor');
    expect(page).toContain('Town or city: A town of that name lies elsewhere.');
    expect(await listSavedItemReviews(applicant)).toEqual([]);
  });
});

describe('a decision', () => {
  const readPreviewDigest = (html: string) => /name="seen" value="(\w+)"/.exec(html)![1]!;

  test('is only sent as it was seen', async () => {
    const applicant = await buildAssignedApplication();
    const path = getReviewPath(applicant, 'decision?as=reject');
    const first = await readResponse(await mia.open(path));
    expect(first.html).not.toContain('Reject and send');

    const text = 'We do not serve this trade.';
    const fields = { version: applicant.version, message: text };
    const unconfirmed = await readResponse(
      await mia.submit(path, { ...fields, then: 'send', seen: readPreviewDigest(first.html) }),
    );
    expect({ status: unconfirmed.status, state: await getState(applicant) }).toEqual({
      status: 200,
      state: 'IN_REVIEW',
    });
    expect(toText(unconfirmed.html)).toContain('Check the preview again');
    expect(toText(unconfirmed.html)).toContain(`Message from the reviewer: ${text}`);

    const otherPreview = await mia.submit(path, {
      ...fields,
      message: 'Other words.',
      then: 'send',
      seen: readPreviewDigest(unconfirmed.html),
    });
    expect({ status: otherPreview.status, state: await getState(applicant) }).toEqual({
      status: 200,
      state: 'IN_REVIEW',
    });

    expect(
      getRedirect(
        await mia.submit(path, { ...fields, then: 'send', seen: readPreviewDigest(unconfirmed.html) }),
      ),
    ).toEqual([302, `${getReviewPath(applicant)}?outcome=rejected`]);
    expect(await getState(applicant)).toBe('REJECTED');
  });

  test('shows which fields become editable, and not what was said meanwhile in another window', async () => {
    const applicant = await buildAssignedApplication();
    const result = (subject: string, reason: string) =>
      mia.submit(getReviewPath(applicant), {
        version: applicant.version,
        then: 'changes',
        [`result:${subject}`]: 'change',
        [`reason:${subject}`]: reason,
      });
    const path = getReviewPath(applicant, 'decision?as=changes');
    expect(getRedirect(await result('city', 'Another town.'))).toEqual([302, path]);
    const preview = await readResponse(await mia.open(path));
    expect(toText(preview.html)).toContain('Reopened items Town or city : Another town.');
    await result('website', 'It does not open.');
    const fields = { version: applicant.version, message: '', then: 'send' };
    const secondPreview = await readResponse(
      await mia.submit(path, { ...fields, seen: readPreviewDigest(preview.html) }),
    );
    expect({
      includesItDoesNotOpen: toText(secondPreview.html).includes('It does not open.'),
      state: await getState(applicant),
    }).toEqual({ includesItDoesNotOpen: true, state: 'IN_REVIEW' });
    expect((await mia.submit(path, { ...fields, seen: readPreviewDigest(secondPreview.html) })).status).toBe(
      302,
    );
    const { props } = (await listMailsToOwner(applicant.merchant)).at(-1)!;
    expect((props.changes as { reason: string }[]).map(({ reason }) => reason).sort()).toEqual([
      'Another town.',
      'It does not open.',
    ]);
  });

  test('has its email as a page, with the message that is being written, for our pages only', async () => {
    const applicant = await buildAssignedApplication();
    const path = getReviewPath(applicant, 'decision-email?as=approve');
    const first = await mia.open(path);
    expect(first.status).toBe(200);
    const policy = first.headers.get('content-security-policy')!;
    for (const rule of ["default-src 'none'", "frame-ancestors 'self'"]) expect(policy).toContain(rule);
    expect(policy).not.toContain('script-src');
    expect(await first.text()).not.toContain('Welcome aboard');
    const written = await (await mia.submit(path, { message: 'Welcome aboard <b>now</b>' })).text();
    expect(written).toContain('Welcome aboard &lt;b&gt;now&lt;/b&gt;');
    expect((await mia.open(getReviewPath(applicant, 'decision-email?as=other'))).status).toBe(404);
  });

  test('has a preview of the message that is being written, which leads nowhere but to the login', async () => {
    const applicant = await buildAssignedApplication();
    const path = getReviewPath(applicant, 'decision-preview?as=reject');
    const readPreview = async (message: string) =>
      (await (await mia.submit(path, { message, unopened_reason: '' })).json()) as LivePreview;
    const { preview, fault } = await readPreview('We do not serve this trade.');
    expect({ fault, text: preview.email!.text }).toMatchObject({
      fault: null,
      text: expect.stringContaining('We do not serve this trade.') as string,
    });
    expect((await readPreview('')).fault?.field).toBe('message');
    expect(await getState(applicant)).toBe('IN_REVIEW');
    expect((await mia.submit(path.replace('reject', 'other'), {})).status).toBe(404);
    // A GET request, after a login, leads to the application.
    expect(getRedirect(await mia.open(path))).toEqual([302, getReviewPath(applicant)]);
    expect(getRedirect(await openBrowser().submit(path, { message: 'No.' }))).toEqual([
      302,
      expect.stringMatching(/^\/staff\/login/),
    ]);
  });

  test('has a preview that equals the email', async () => {
    const applicant = await buildAssignedApplication();
    const path = getReviewPath(applicant, 'decision?as=approve');
    const preview = toText(
      (
        await readResponse(
          await mia.submit(path, { version: applicant.version, message: 'Welcome aboard!', then: 'preview' }),
        )
      ).html,
    );
    expect(preview).toContain('Welcome aboard!');
    expect(preview).toContain('can go live');
    expect(await getState(applicant)).toBe('IN_REVIEW');
  });

  test('rejecting requires reasons, without a card number', async () => {
    const applicant = await buildAssignedApplication();
    const path = getReviewPath(applicant, 'decision?as=reject');
    for (const [text, fault] of [
      ['  ', 'Enter the reasons'],
      ['Card 4242 4242 4242 4242 was refused.', 'card number'],
      ['x'.repeat(2001), 'Shorten this'],
    ] as const) {
      const { status, html, errors } = await readResponse(
        await mia.submit(path, { version: applicant.version, message: text, then: 'send', seen: '' }),
      );
      expect({ status, errorCount: errors.length }).toEqual({ status: 422, errorCount: 1 });
      expect(errors[0]).toContain(fault);
      expect(html).toContain(text.trim());
    }
    expect(await getState(applicant)).toBe('IN_REVIEW');
  });

  test('explains an approval with open changes, and a request without changes', async () => {
    const applicant = await buildAssignedApplication();
    const { version } = applicant;
    const empty = getReviewPath(applicant, 'decision?as=changes');
    expect(toText((await readResponse(await mia.open(empty))).html)).toContain(
      'You haven’t requested any changes',
    );
    expect(
      (
        await readResponse(
          await mia.submit(empty, {
            version,
            message: '',
            then: 'send',
            seen: readPreviewDigest((await readResponse(await mia.open(empty))).html),
          }),
        )
      ).errors[0],
    ).toContain('You haven’t requested any');

    await mia.submit(getReviewPath(applicant), {
      version,
      then: 'save',
      'result:city': 'change',
      'reason:city': 'Another town.',
    });
    const path = getReviewPath(applicant, 'decision?as=approve');
    const { status, errors } = await readResponse(
      await mia.submit(path, {
        version,
        message: '',
        then: 'send',
        seen: readPreviewDigest((await readResponse(await mia.open(path))).html),
      }),
    );
    expect({ status, errors }).toEqual({
      status: 422,
      errors: ['Some item reviews request changes. Remove those requests, or send them to the merchant.'],
    });
  });

  test("an approval without all item reviews names the missing ones, and isn't sent", async () => {
    const applicant = await buildAssignedApplication();
    const { version } = applicant;
    const step = await buildReviewStep(applicant.applicationId, mia.userId);
    await acceptAll(step);
    await saveItemReviews(step, [{ subject: 'city', result: 'undecided', reason: '' }]);
    const path = getReviewPath(applicant, 'decision?as=approve');
    const { html } = await readResponse(await mia.open(path));
    expect(html).toContain(`href="${getReviewPath(applicant)}#item:city"`);
    expect(html).not.toContain('Approve and send');
    const { status, errors } = await readResponse(
      await mia.submit(path, { version, message: '', then: 'send', seen: readPreviewDigest(html) }),
    );
    expect({ status, errors, state: await getState(applicant) }).toEqual({
      status: 422,
      errors: ['Some items aren’t reviewed yet. Go back and review them.'],
      state: 'IN_REVIEW',
    });
  });

  test('an approval of what nobody has opened needs a reason, which only colleagues can read', async () => {
    const applicant = await buildAssignedApplication();
    const { version, applicationId, merchant } = applicant;
    const step = await buildReviewStep(applicationId, mia.userId);
    await acceptAll(step, { isOpened: false });
    const path = getReviewPath(applicant, 'decision?as=approve');
    const { html } = await readResponse(await mia.open(path));
    for (const key of ['account_number', 'document:bank_statement:'])
      expect(html).toContain(`href="${getReviewPath(applicant)}#item:${key}"`);
    const approve = async (reason: string) =>
      readResponse(
        await mia.submit(path, {
          ...{ version, message: '', then: 'send', seen: readPreviewDigest(html) },
          unopened_reason: reason,
        }),
      );
    expect((await approve('')).errors).toEqual([
      'Open the documents and the bank account number, or enter why you approve without opening them.',
    ]);
    expect((await approve('The card 4242424242424242')).status).toBe(422);
    expect(await getState(applicant)).toBe('IN_REVIEW');
    expect((await approve('The bank confirmed them.')).status).toBe(302);
    expect(await getState(applicant)).toBe('APPROVED');
    const readHistory = async (reader: 'staff' | 'merchant') =>
      JSON.stringify(await listApplicationHistory({ applicationId, for: reader }));
    expect(await readHistory('staff')).toContain('Bank statement.\\nReason: The bank confirmed them.');
    expect(await readHistory('merchant')).not.toContain('The bank confirmed them.');
    const { accountId } = merchant;
    expect((await listAudit({ accountId, action: 'application_approved_unopened' })).entries).toMatchObject([
      { actor: `staff:${mia.userId}`, subject: applicationId, address: expect.stringContaining('2001:db8') },
    ]);
  });

  test('a sanctions match blocks the approval until it is cleared with a reason', async () => {
    const owner = soleOwner();
    const applicant = await buildAssignedApplication({ people: [owner] });
    const { applicationId, merchant } = applicant;
    await acceptAll(await buildReviewStep(applicationId, mia.userId));
    await screenApplication(applicationId, writeSanctionsList(['NK-1', owner.person_name!, '1984']));
    const { version } = await buildReviewStep(applicationId, mia.userId);
    const decision = getReviewPath(applicant, 'decision?as=approve');
    const approve = async () => {
      const seen = readPreviewDigest((await readResponse(await mia.open(decision))).html);
      return readResponse(
        await mia.submit(decision, { version: String(version), message: '', then: 'send', seen }),
      );
    };
    expect((await approve()).errors).toEqual([
      'A name resembles an entry on the sanctions list. Go back and clear it, or reject the application.',
    ]);

    const { html } = await readResponse(await mia.open(getReviewPath(applicant)));
    expect(toText(html)).toContain(`${owner.person_name} resembles an entry on the sanctions list`);
    const path = new RegExp(`action="(${getReviewPath(applicant, 'matches/')}\\w+)"`).exec(html)![1]!;
    const fields = { version: String(version), message: '' };
    expect((await readResponse(await mia.submit(path, fields))).errors).toEqual(['Enter a reason']);
    expect(
      getRedirect(await mia.submit(path, { ...fields, message: 'Born in 1985, says the passport.' })),
    ).toEqual([302, `${getReviewPath(applicant)}?outcome=match_cleared`]);
    const cleared = toText((await readResponse(await mia.open(getReviewPath(applicant)))).html);
    expect(cleared).toContain(`Cleared: ${owner.person_name} isn’t ${owner.person_name} (NK-1).`);
    expect(cleared).toContain('Reason: Born in 1985, says the passport.');
    expect((await approve()).status).toBe(302);
    expect(await getState(applicant)).toBe('APPROVED');

    // The merchant must not learn about it.
    const history = await listApplicationHistory({ applicationId, for: 'merchant' });
    expect(JSON.stringify(history)).not.toContain('NK-1');
    const { entries } = await listAudit({
      accountId: merchant.accountId,
      action: 'application_match_cleared',
    });
    expect(entries).toMatchObject([{ actor: `staff:${mia.userId}` }]);
    expect(JSON.stringify(entries)).not.toContain('NK-1');
  });

  test('a match that another reviewer works on, or that doesn’t exist, can’t be cleared', async () => {
    const applicant = await buildAssignedApplication();
    const clear = (version: string) =>
      mia.submit(getReviewPath(applicant, 'matches/none'), { version, message: 'Not the same.' });
    expect((await clear(applicant.version)).status).toBe(409);
    await takeOverFromMia(applicant);
    expect((await clear(applicant.version)).status).toBe(409);
  });

  test('on an outdated page shows what happened and keeps the text', async () => {
    const applicant = await buildAssignedApplication();
    const path = getReviewPath(applicant, 'decision?as=reject');
    const fields = { version: applicant.version, message: 'We do not serve this trade.' };
    const seen = readPreviewDigest(
      (await readResponse(await mia.submit(path, { ...fields, then: 'preview' }))).html,
    );
    await takeOverFromMia(applicant);
    const { status, html } = await readResponse(await mia.submit(path, { ...fields, then: 'send', seen }));
    expect(status).toBe(409);
    const page = toText(html);
    expect(page).toContain('not sent');
    expect(page).toContain('Taken over Noor');
    expect(html).toMatch(/<textarea[^>]*readOnly=""[^>]*>We do not serve this trade\.<\/textarea>/i);
    expect(await getState(applicant)).toBe('IN_REVIEW');
  });
});

describe('assigned', () => {
  test('it is snoozed until a day with a reason, and resumed', async () => {
    const applicant = await buildAssignedApplication();
    const path = getReviewPath(applicant, 'snooze');
    expect((await readResponse(await mia.open(getReviewPath(applicant)))).html).toMatch(
      new RegExp(`href="${path}"[^>]*>Snooze<`),
    );
    const rejected = await readResponse(
      await mia.submit(path, { version: applicant.version, until: '2020-01-01', message: '' }),
    );
    expect({ status: rejected.status, errors: rejected.errors }).toEqual({
      status: 422,
      errors: ['Choose a day within the next 60 days', 'Enter a reason'],
    });
    // On a Sunday, the response is due three days later, and a later day needs a message to the merchant.
    const until = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const unsent = await readResponse(
      await mia.submit(path, {
        version: applicant.version,
        until,
        message: 'Waits for the register.',
        merchant_message: 'We ask the register.',
      }),
    );
    expect(unsent.errors).toEqual([
      'This day isn’t after the response date, so no message is sent. Choose a later day, or remove the message.',
    ]);
    expect(unsent.html).toMatch(/name="merchant_message"[^>]*>We ask the register\.<\/textarea>/);
    expect(
      getRedirect(
        await mia.submit(path, { version: applicant.version, until, message: 'Waits for the register.' }),
      ),
    ).toEqual([302, `${getReviewPath(applicant)}?outcome=snoozed`]);
    expect(toText((await readResponse(await mia.open(getReviewPath(applicant)))).html)).toMatch(
      /Snoozed until .* : Waits for the register\./,
    );
    expect(
      getRedirect(await mia.submit(getReviewPath(applicant, 'wake'), { version: applicant.version })),
    ).toEqual([302, `${getReviewPath(applicant)}?outcome=unsnoozed`]);
  });

  test('it is released, and taken over from another reviewer with a reason', async () => {
    const applicant = await buildAssignedApplication();
    await takeOverFromMia(applicant);
    const version = String((await buildReviewStep(applicant.applicationId, mia.userId)).version);
    expect(
      (await readResponse(await mia.submit(getReviewPath(applicant, 'take-over'), { version, message: '' })))
        .errors,
    ).toEqual(['Enter a reason']);
    expect(
      getRedirect(
        await mia.submit(getReviewPath(applicant, 'take-over'), { version, message: 'Noor is away.' }),
      ),
    ).toEqual([302, `${getReviewPath(applicant)}?outcome=assigned`]);
    const stale = await readResponse(
      await mia.submit(getReviewPath(applicant, 'take-over'), { version, message: 'Noor is still away.' }),
    );
    expect({
      status: stale.status,
      includesNoorIsStillAway: stale.html.includes('Noor is still away.'),
    }).toEqual({ status: 409, includesNoorIsStillAway: true });
    const now = String((await buildReviewStep(applicant.applicationId, mia.userId)).version);
    expect(getRedirect(await mia.submit(getReviewPath(applicant, 'release'), { version: now }))).toEqual([
      302,
      `${getReviewPath(applicant)}?outcome=released`,
    ]);
    expect(await getState(applicant)).toBe('SUBMITTED');
  });

  test('a note is saved for colleagues', async () => {
    const applicant = await buildAssignedApplication();
    expect((await mia.submit(getReviewPath(applicant, 'notes'), { message: 'Ask the bank.' })).status).toBe(
      302,
    );
    expect(
      (await readResponse(await mia.submit(getReviewPath(applicant, 'notes'), { message: ' ' }))).errors,
    ).toEqual(['Enter a note']);
    expect(toText((await readResponse(await mia.open(getReviewPath(applicant)))).html)).toContain(
      'Note (internal)',
    );
  });

  test.each(['take-over', 'snooze', 'notes', 'decision?as=reject'])(
    'before %s is sent, its page can be asked whether the session has ended',
    async (subpath) => {
      const applicant = await buildAssignedApplication();
      const path = getReviewPath(applicant, subpath);
      expect((await mia.open(path, { method: 'HEAD' })).status).toBe(200);
      expect(getRedirect(await openBrowser().open(path, { method: 'HEAD' }))).toEqual([
        302,
        expect.stringMatching(/^\/staff\/login/),
      ]);
    },
  );

  test('an action taken in another window is reported, not repeated', async () => {
    const applicant = await buildAssignedApplication();
    await releaseCase(await buildReviewStep(applicant.applicationId, mia.userId));
    expect(
      getRedirect(await mia.submit(getReviewPath(applicant, 'release'), { version: applicant.version })),
    ).toEqual([302, `${getReviewPath(applicant)}?outcome=moved_on`]);
  });
});

const listStaffActions = async (accountId: string) =>
  (await listAudit({ accountId })).entries.filter(({ actor }) => actor.startsWith('staff:'));

test('an application that is opened is in the audit log, once per hour', async () => {
  const applicant = await buildAssignedApplication();
  for (let i = 0; i < 2; i++) await mia.open(getReviewPath(applicant));
  const { entries } = await listAudit({
    subject: applicant.applicationId,
    action: 'staff_viewed_application',
  });
  expect(entries).toMatchObject([{ actor: `staff:${mia.userId}`, accountId: applicant.merchant.accountId }]);
});

test('actions are audited with their IP address', async () => {
  const applicant = await buildApplication('SUBMITTED');
  const { applicationId, merchant } = applicant;
  const now = async () => String((await buildReviewStep(applicationId, mia.userId)).version);
  await mia.submit(getReviewPath(applicant, 'claim'), { version: await now() });
  await mia.submit(getReviewPath(applicant, 'notes'), { message: 'Ask the bank.' });
  await mia.submit(getReviewPath(applicant, 'decision?as=reject'), {
    version: await now(),
    message: 'No.',
    then: 'preview',
  });
  await mia.submit(getReviewPath(applicant, 'release'), { version: await now() });
  await mia.submit(getReviewPath(applicant, 'suspension'), { as: 'suspend', message: 'Many chargebacks.' });
  const entries = await listStaffActions(merchant.accountId);
  expect(entries.map(({ action }) => action).reverse()).toEqual([
    'application_assigned',
    'application_note_added',
    'application_released',
    'account_suspended',
  ]);
  for (const entry of entries)
    expect(entry).toMatchObject({
      actor: `staff:${mia.userId}`,
      address: expect.stringContaining('2001:db8'),
    });
});

test("an account is suspended and reinstated with a reason, and a form sent twice doesn't undo it", async () => {
  const applicant = await buildApplication('APPROVED');
  const path = getReviewPath(applicant, 'suspension');
  const statusOf = async () =>
    (await prisma.account.findUniqueOrThrow({ where: { id: applicant.merchant.accountId } })).status;
  expect((await readResponse(await mia.submit(path, { as: 'suspend', message: '' }))).errors).toEqual([
    'Enter a reason',
  ]);
  expect({
    redirect: getRedirect(await mia.submit(path, { as: 'suspend', message: 'Many chargebacks.' })),
    accountStatus: await statusOf(),
  }).toEqual({
    redirect: [302, `${getReviewPath(applicant)}?outcome=suspended`],
    accountStatus: 'suspended',
  });
  expect({
    redirect: getRedirect(await mia.submit(path, { as: 'suspend', message: 'Stolen cards.' })),
    accountStatus: await statusOf(),
  }).toEqual({
    redirect: [302, `${getReviewPath(applicant)}?outcome=not_active`],
    accountStatus: 'suspended',
  });
  const unexplained = await readResponse(await mia.submit(path, { as: 'suspend', message: '' }));
  expect(toText(unexplained.html)).toContain('Suspend account');
  const notChanged = await readResponse(await mia.open(`${getReviewPath(applicant)}?outcome=not_active`));
  expect(toText(notChanged.html)).toContain(
    'You or a colleague has already suspended this account. Nothing was changed.',
  );
  expect(toText((await readResponse(await mia.open(path))).html)).toContain('Reinstate account');
  expect({
    responseStatus: (await mia.submit(path, { as: 'reinstate', message: 'Cleared up.' })).status,
    accountStatus: await statusOf(),
  }).toEqual({ responseStatus: 302, accountStatus: 'active' });
});

describe('display', () => {
  test('the bank account is masked until it is revealed, which is audited', async () => {
    const applicant = await buildAssignedApplication();
    const { answers } = await requireApplication({ id: applicant.applicationId });
    const number = answers.account_number!;
    const { html } = await readResponse(await mia.open(getReviewPath(applicant)));
    expect(html).not.toContain(number);
    expect(html).toContain(`•••• ${number.slice(-4)}`);
    expect((await readResponse(await mia.open(getReviewPath(applicant, 'bank-account')))).html).not.toContain(
      number,
    );
    expect(
      (await listAudit({ accountId: applicant.merchant.accountId, action: 'bank_account_viewed' })).entries,
    ).toEqual([]);
    expect(
      (await readResponse(await mia.submit(getReviewPath(applicant, 'bank-account'), {}))).html,
    ).toContain(number);
    expect(
      (await listAudit({ accountId: applicant.merchant.accountId, action: 'bank_account_viewed' })).entries,
    ).toMatchObject([
      { actor: `staff:${mia.userId}`, action: 'bank_account_viewed', subject: applicant.applicationId },
    ]);
    expect(toText((await readResponse(await mia.open(getReviewPath(applicant)))).html)).toContain(
      'Viewed by Mia Reviewer',
    );
  });

  test('a document is delivered as an inert file, next to the list of its viewers', async () => {
    const applicant = await buildApplication('DRAFT');
    const { accountId } = applicant.merchant;
    const bytes = Buffer.from('%PDF-1.4 <script>alert(1)</script>');
    const id = await buildDocument(accountId, {
      kind: 'bank_statement',
      fileName: 'Statement "May"\r\n.pdf',
      bytes,
      pages: 3,
    });
    const { submitApplication } = await import('~/merchants/applications/submission');
    await submitApplication({ accountId, userId: applicant.merchant.ownerId });
    expect(toText((await readResponse(await mia.open(getReviewPath(applicant)))).html)).not.toContain(
      'Viewed by',
    );

    const response = await mia.open(`/review/documents/${id}`);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="[^"\r\n]+"/);
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cache-control')).toContain('no-store');
    // The file itself is never shown inside a page.
    expect((await mia.open(`/review/documents/${id}?preview`)).headers.get('content-disposition')).toMatch(
      /^attachment/,
    );

    expect((await listAudit({ accountId, action: 'document_downloaded' })).entries).toMatchObject([
      { actor: `staff:${mia.userId}`, subject: id, address: expect.stringContaining('2001:db8') },
      { subject: id },
    ]);
    expect((await listAudit({ accountId, action: 'document_viewed' })).entries).toEqual([]);
    expect(toText((await readResponse(await mia.open(getReviewPath(applicant)))).html)).toContain(
      'Viewed by Mia Reviewer',
    );
    const reviewCase = await retrieveReviewCase({
      applicationId: applicant.applicationId,
      readerId: mia.userId,
    });
    if (!reviewCase || reviewCase === 'own_account') throw new Error('no case');
    const documents = reviewCase.steps.flatMap(({ items }) =>
      items.flatMap(({ document }) => document ?? []),
    );
    expect(documents.find((document) => document.id === id)).toMatchObject({ pageCount: 3 });
  });

  test('the pages of a document are shown as images', async () => {
    const id = await buildPages();
    const getPage = async (query: string) => {
      const response = await mia.open(`/review/documents/${id}?${query}`);
      const image = Buffer.from(await response.arrayBuffer());
      const { width, format } = await sharp(image).metadata();
      const [red, , blue] = (await sharp(image).stats()).channels.map(({ mean }) => mean);
      return { headers: response.headers, format, width, color: red! > blue! ? 'red' : 'blue' };
    };
    const { headers, ...second } = await getPage('page=2&width=1600');
    expect(second).toEqual({ format: 'webp', width: 1_600, color: 'red' });
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': 'inline',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    expect(await getPage('page=1&width=99999')).toMatchObject({ width: 800, color: 'blue' });
    for (const page of ['0', '3', '-1', '1.5', 'x', ''])
      expect((await mia.open(`/review/documents/${id}?page=${page}`)).status, page).toBe(404);
    const broken = await buildPages(Buffer.from('%PDF-1.7 %%EOF'));
    expect((await mia.open(`/review/documents/${broken}?page=1`)).status).toBe(422);
    await prisma.document.update({ where: { id }, data: { status: 'checking' } });
    expect((await mia.open(`/review/documents/${id}?page=1`)).status).toBe(404);
  });

  test('the pages that a reviewer views within ten minutes are one entry of the audit log', async () => {
    const id = await buildPages();
    const { accountId } = await prisma.document.findUniqueOrThrow({ where: { id } });
    const listEntries = async () => (await listAudit({ accountId, subject: id })).entries;
    const listActions = async () => (await listEntries()).map(({ actor, action }) => [actor, action]);
    const view = (reviewer: Staff, page: number) => reviewer.open(`/review/documents/${id}?page=${page}`);
    const [viewed, downloaded] = ['document_viewed', 'document_downloaded'].map((action) => [
      `staff:${mia.userId}`,
      action,
    ]);
    await mia.open(`/review/documents/${id}`);
    const { actor, address } = (await listEntries())[0]!;
    await prisma.auditEntry.create({
      data: {
        actor,
        action: 'document_viewed',
        accountId,
        subject: id,
        address,
        createdAt: new Date(Date.now() - 10 * 60_000),
      },
    });
    await Promise.all([view(mia, 1), view(mia, 2), view(mia, 1), view(mia, 2)]);
    expect(await listActions()).toEqual([viewed, viewed, downloaded]);
    await mia.open(`/review/documents/${id}`);
    await view(mia, 2);
    expect(await listActions()).toEqual([downloaded, viewed, viewed, downloaded]);
    const noor = await buildStaff('reviewer', { name: 'Noor Reviewer' });
    await view(noor, 1);
    expect((await listActions())[0]).toEqual([`staff:${noor.userId}`, 'document_viewed']);
    expect((await listEvidenceViews(accountId)).get(id)).toMatchObject([
      { by: 'Noor Reviewer' },
      { by: 'Mia Reviewer' },
    ]);
  });

  test('what the answers reveal is above them, with links', async () => {
    const applicant = await buildAssignedApplication({
      answers: { contact_phone: '+33 1 42 68 53 00' },
    });
    const { html } = await readResponse(await mia.open(getReviewPath(applicant)));
    expect(toText(html)).toContain(
      'Contact phone number : The phone number is from France, and the business is in Germany.',
    );
    expect(html).toContain('#item:contact_phone"');
    expect(toText(html)).toContain('Names aren’t compared with a sanctions list, because none is set up.');
  });

  test('duplicates are flagged with links', async () => {
    const people = [
      {
        person_name: `Robin ${crypto.randomUUID()}`,
        person_role: 'both',
        person_share: '100',
        person_birth_date: '1984-05-17',
        person_country: 'DE',
      },
    ];
    const name = `Twin ${crypto.randomUUID()}`;
    const otherPreview = await buildApplication('REJECTED', {
      people,
      merchant: await buildMerchant({ name }),
    });
    const { html } = await readResponse(
      await mia.open(getReviewPath(await buildApplication('SUBMITTED', { people }))),
    );
    expect(html).toContain(`href="${getReviewPath(otherPreview)}"`);
    expect(toText(html)).toContain(`${name} (rejected): same person`);
  });

  test("merchants' text is escaped", async () => {
    const applicant = await buildAssignedApplication({
      answers: { trading_name: '<script>alert(1)</script>' },
    });
    const { html } = await readResponse(await mia.open(getReviewPath(applicant)));
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).not.toContain('<script>alert(1)');
  });
});

test.each(['x%00', '%00', 'app_1', '%F0%9F%98%80'])(
  'an invalid application or document ID is not found: %s',
  async (id) => {
    const reviewer = await buildStaff('reviewer');
    for (const path of [
      `/review/applications/${id}`,
      `/review/documents/${id}`,
      `/review/applications/${id}/decision?as=approve`,
    ])
      expect((await reviewer.open(path)).status).toBe(404);
    for (const path of ['', '/claim', '/release', '/decision?as=approve'])
      expect(
        (await reviewer.submit(`/review/applications/${id}${path}`, { version: '1', then: 'send' })).status,
      ).toBe(404);
  },
);
