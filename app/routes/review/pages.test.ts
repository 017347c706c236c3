import { beforeAll, describe, expect, test } from 'vitest';
import { listAudit } from '~/audit/audit';
import { hashPassword } from '~/identity/passwords';
import { requireApplication } from '~/merchants/applications/applications';
import { releaseReview, takeOverReview } from '~/merchants/applications/reviews';
import { listVerdicts, saveVerdicts } from '~/merchants/applications/verdicts';
import { prisma } from '~/platform/db.server';
import {
  acceptAll,
  buildApplication,
  buildDocument,
  buildReviewer,
  stepOf,
  type Applicant,
} from '../../../tests/world/applications';
import { openBrowser, readPage } from '../../../tests/world/browser';
import { mailsTo } from '../../../tests/world/mails';
import { buildMerchant } from '../../../tests/world/merchants';
import { buildStaff, type Staff } from '../../../tests/world/staff';

let mia: Staff;
beforeAll(async () => void (mia = await buildStaff('reviewer', { name: 'Mia Reviewer' })));

const pageOf = async (response: Response) => ({ status: response.status, ...(await readPage(response)) });
const wayOf = (response: Response) => [response.status, response.headers.get('location')];
const pathOf = ({ applicationId }: Applicant, below = '') =>
  `/review/applications/${applicationId}${below && `/${below}`}`;
const textOf = (html: string) =>
  html
    .replaceAll('<!-- -->', '')
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;/g, '’')
    .replace(/\s+/g, ' ');

/** Of a group of radio buttons the one that is chosen. */
const chosenOn = (html: string, name: string) =>
  [...html.matchAll(/<input[^>]*>/g)].flatMap(([tag]) =>
    tag.includes(`name="${name}"`) && tag.includes('checked') ? (/value="(\w+)"/.exec(tag)?.[1] ?? []) : [],
  );

/** An application on Mia's desk, and the version her page shows. */
async function onDesk(input: Parameters<typeof buildApplication>[1] = {}) {
  const applicant = await buildApplication('IN_REVIEW', { reviewerId: mia.userId, ...input });
  const { version } = await stepOf(applicant.applicationId, mia.userId);
  return { ...applicant, version: String(version) };
}

const stateOf = async ({ applicationId }: Applicant) =>
  (await requireApplication({ id: applicationId })).state;
const verdictsOf = async ({ applicationId }: Applicant) =>
  listVerdicts(await requireApplication({ id: applicationId }));
/** Takes it off Mia's desk behind her back. */
const takeAway = async ({ applicationId }: Applicant) =>
  takeOverReview({ ...(await stepOf(applicationId, await buildReviewer('Noor'))), reason: 'Mia is ill.' });

describe('who comes in', () => {
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
    ].map((below) => `/review/applications/:id${below}`),
    '/review/documents/:document',
  ];
  const acting = paths.filter((path) => path !== '/review' && !path.includes('documents'));

  test('nobody from outside, no merchant, and no one of the staff whose role does not include it', async () => {
    const applicant = await buildApplication('SUBMITTED');
    const { id: documentId } = await prisma.document.findFirstOrThrow({
      where: { accountId: applicant.merchant.accountId },
    });
    const real = (path: string) =>
      path.replace(':id', applicant.applicationId).replace(':document', documentId);
    const email = `owner-${crypto.randomUUID()}@merchant.test`;
    await buildMerchant({ email, passwordHash: await hashPassword('correct horse battery') });
    const merchant = openBrowser();
    await merchant.submit('/login', { email, password: 'correct horse battery' });
    const support = await buildStaff('support');
    const before = await requireApplication({ id: applicant.applicationId });
    for (const path of paths.map(real)) {
      expect((await openBrowser().open(path)).headers.get('location'), path).toMatch(/^\/staff\/login\?/);
      expect((await merchant.open(path)).headers.get('location'), path).toMatch(/^\/staff\/login\?/);
      expect((await support.open(path)).status, path).toBe(403);
    }
    for (const path of acting.map(real)) {
      const fields = {
        version: String(before.version),
        words: 'No.',
        then: 'send',
        'verdict:city': 'accepted',
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
    expect(await stepsOfStaff(applicant.merchant.accountId)).toEqual([]);
  });

  test('nobody looks into the review of an account they belong to', async () => {
    const applicant = await onDesk();
    const { accountId } = applicant.merchant;
    const before = await listAudit({ accountId });
    await prisma.member.create({ data: { accountId, userId: mia.userId, role: 'viewer' } });
    const { status, html } = await pageOf(await mia.open(pathOf(applicant)));
    expect(status).toBe(403);
    expect(textOf(html)).toContain('A colleague has to decide');
    expect(html).not.toContain('Am Hafen');
    for (const below of ['decision?as=approve', 'snooze', 'take-over', 'notes', 'suspension', 'bank-account'])
      expect((await mia.open(pathOf(applicant, below))).status, below).toBe(403);
    const { id } = await prisma.document.findFirstOrThrow({ where: { accountId } });
    expect((await mia.open(`/review/documents/${id}`)).status).toBe(403);
    expect((await mia.submit(pathOf(applicant, 'bank-account'), {})).status).toBe(403);
    expect((await mia.submit(pathOf(applicant, 'notes'), { words: 'Fine.' })).status).not.toBe(302);
    expect((await mia.submit(pathOf(applicant, 'suspension'), { words: 'Fine.' })).status).not.toBe(302);
    expect(await listAudit({ accountId })).toEqual(before);
  });

  test('what is not there is not found, nor what was never handed in', async () => {
    const draft = await buildApplication('DRAFT');
    for (const path of [
      pathOf(draft),
      pathOf(draft, 'decision?as=approve'),
      '/review/applications/app_unknown',
      '/review/applications/app_unknown/snooze',
      '/review/documents/doc_unknown',
      pathOf(await onDesk(), 'decision?as=else'),
    ])
      expect((await mia.open(path)).status, path).toBe(404);
    expect((await mia.submit('/review/applications/app_unknown/claim', { version: '1' })).status).toBe(404);
  });
});

describe('the queue', () => {
  test('an application is found, claimed from its row, and on one desk from then on', async () => {
    const name = `Row ${crypto.randomUUID()}`;
    const applicant = await buildApplication('SUBMITTED', { merchant: await buildMerchant({ name }) });
    await prisma.application.update({
      where: { id: applicant.applicationId },
      data: { promisedAt: new Date(Date.now() - 50 * 3_600_000) },
    });
    const { html } = await pageOf(await mia.open(`/review?search=${encodeURIComponent(name)}`));
    expect(textOf(html)).toContain('2 days late');
    const [, version] = /name="version" value="(\d+)"/.exec(html)!;
    expect(html).toContain(`action="${pathOf(applicant, 'claim')}"`);
    expect(wayOf(await mia.submit(pathOf(applicant, 'claim'), { version: version! }))).toEqual([
      302,
      `${pathOf(applicant)}?outcome=claimed`,
    ]);
    expect(textOf((await pageOf(await mia.open(`${pathOf(applicant)}?outcome=claimed`))).html)).toContain(
      'It is on your desk',
    );

    const noor = await buildStaff('reviewer', { name: 'Noor' });
    const late = await noor.submit(pathOf(applicant, 'claim'), { version: version! });
    expect(wayOf(late)).toEqual([302, `${pathOf(applicant)}?outcome=moved_on`]);
    const page = textOf((await pageOf(await noor.open(late.headers.get('location')!))).html);
    expect(page).toContain('This application has moved on');
    expect(page).toContain('On the desk of Mia Reviewer');
  });

  test.each([
    '?view=nothing&page=-3',
    '?page=99999999',
    `?search=${'%00'.repeat(5)}x`,
    `?search=${'x'.repeat(5000)}`,
    '?search=4242424242424242',
  ])('%s is a queue like another', async (query) => {
    const { status, html } = await pageOf(await mia.open(`/review${query}`));
    expect(status).toBe(200);
    expect(html).not.toContain('4242424242424242');
  });
});

test('a search that is too long is cut without leaving half a character', async () => {
  const { status, html } = await pageOf(await mia.open(`/review?search=${'x'.repeat(254)}😀`));
  expect(status).toBe(200);
  // A page carries what its form shows as JSON, which writes a half as an escape.
  expect(html).not.toMatch(/\\ud83d/i);
});

describe('verdicts', () => {
  test('they are kept by one plain form, and a usual reason counts where none is written', async () => {
    const applicant = await onDesk();
    const saved = await mia.submit(pathOf(applicant), {
      version: applicant.version,
      then: 'save',
      'verdict:legal_name': 'change',
      'reason:legal_name': 'The register has another name.',
      'verdict:city': 'change',
      'reason:city': '',
      'template:city': 'It does not agree with the documents you handed in.',
      'verdict:website': 'accepted',
      'verdict:tax_number': 'undecided',
    });
    expect(wayOf(saved)).toEqual([302, `${pathOf(applicant)}?outcome=saved`]);
    expect((await verdictsOf(applicant)).sort((a, b) => a.subject.localeCompare(b.subject))).toEqual([
      { subject: 'city', verdict: 'change', reason: 'It does not agree with the documents you handed in.' },
      { subject: 'legal_name', verdict: 'change', reason: 'The register has another name.' },
      { subject: 'website', verdict: 'accepted', reason: null },
    ]);
    const { html } = await pageOf(await mia.open(pathOf(applicant)));
    expect(html).toMatch(
      /<textarea[^>]*name="reason:legal_name"[^>]*>The register has another name\.<\/textarea>/,
    );
  });

  test('all that is left is accepted with one click', async () => {
    const applicant = await onDesk();
    const { html } = await pageOf(await mia.open(pathOf(applicant)));
    const names = [...new Set([...html.matchAll(/name="(verdict:[^"]+)"/g)].map(([, name]) => name!))];
    expect(names.length).toBeGreaterThan(20);
    const fields = {
      ...Object.fromEntries(names.map((name) => [name, 'undecided'])),
      'verdict:city': 'change',
      'reason:city': 'Another town.',
    };
    expect(
      (await mia.submit(pathOf(applicant), { ...fields, version: applicant.version, then: 'accept_rest' }))
        .status,
    ).toBe(302);
    const verdicts = await verdictsOf(applicant);
    expect([verdicts.length, verdicts.filter(({ verdict }) => verdict === 'change').length]).toEqual([
      names.length,
      1,
    ]);
  });

  test('a change without a reason is told at its field, and nothing that was chosen is lost', async () => {
    const applicant = await onDesk();
    const response = await mia.submit(pathOf(applicant), {
      version: applicant.version,
      then: 'changes',
      'verdict:city': 'change',
      'reason:city': '',
      'verdict:website': 'accepted',
    });
    const { status, html, errors, title } = await pageOf(response);
    expect([status, errors]).toEqual([
      422,
      ['Town or city: Say what has to change, so that the merchant knows what to do'],
    ]);
    expect(title).toMatch(/^Error: /);
    expect(html).toMatch(/<textarea[^>]*name="reason:city"[^>]*aria-invalid="true"/);
    expect([chosenOn(html, 'verdict:city'), chosenOn(html, 'verdict:website')]).toEqual([
      ['change'],
      ['accepted'],
    ]);
    expect(await verdictsOf(applicant)).toEqual([{ subject: 'website', verdict: 'accepted', reason: null }]);
  });

  test('what came too late is told, with what happened and what was written', async () => {
    const applicant = await onDesk();
    await takeAway(applicant);
    const { status, html } = await pageOf(
      await mia.submit(pathOf(applicant), {
        version: applicant.version,
        then: 'save',
        'verdict:city': 'change',
        'reason:city': 'A town of that name lies elsewhere.',
      }),
    );
    expect(status).toBe(409);
    const page = textOf(html);
    expect(page).toContain('has moved on');
    expect(page).toContain('Taken over Noor');
    expect(page).toContain('Town or city: A town of that name lies elsewhere.');
    expect(await verdictsOf(applicant)).toEqual([]);
  });
});

describe('a decision', () => {
  const seenOn = (html: string) => /name="seen" value="(\w+)"/.exec(html)![1]!;

  test('is sent only as it was seen', async () => {
    const applicant = await onDesk();
    const path = pathOf(applicant, 'decision?as=reject');
    const first = await pageOf(await mia.open(path));
    expect(first.html).not.toContain('Reject and send');

    const words = 'We do not serve this trade.';
    const fields = { version: applicant.version, words };
    const unseen = await pageOf(
      await mia.submit(path, { ...fields, then: 'send', seen: seenOn(first.html) }),
    );
    expect([unseen.status, await stateOf(applicant)]).toEqual([200, 'IN_REVIEW']);
    expect(textOf(unseen.html)).toContain('Please look once more');
    expect(textOf(unseen.html)).toContain(`The reviewer wrote: ${words}`);

    const other = await mia.submit(path, {
      ...fields,
      words: 'Other words.',
      then: 'send',
      seen: seenOn(unseen.html),
    });
    expect([other.status, await stateOf(applicant)]).toEqual([200, 'IN_REVIEW']);

    expect(wayOf(await mia.submit(path, { ...fields, then: 'send', seen: seenOn(unseen.html) }))).toEqual([
      302,
      `${pathOf(applicant)}?outcome=rejected`,
    ]);
    expect(await stateOf(applicant)).toBe('REJECTED');
  });

  test('shows what opens again, and not what was said meanwhile in another window', async () => {
    const applicant = await onDesk();
    const verdict = (subject: string, reason: string) =>
      mia.submit(pathOf(applicant), {
        version: applicant.version,
        then: 'changes',
        [`verdict:${subject}`]: 'change',
        [`reason:${subject}`]: reason,
      });
    const path = pathOf(applicant, 'decision?as=changes');
    expect(wayOf(await verdict('city', 'Another town.'))).toEqual([302, path]);
    const shown = await pageOf(await mia.open(path));
    expect(textOf(shown.html)).toContain('Opens again Town or city : Another town.');
    await verdict('website', 'It does not open.');
    const fields = { version: applicant.version, words: '', then: 'send' };
    const again = await pageOf(await mia.submit(path, { ...fields, seen: seenOn(shown.html) }));
    expect([textOf(again.html).includes('It does not open.'), await stateOf(applicant)]).toEqual([
      true,
      'IN_REVIEW',
    ]);
    expect((await mia.submit(path, { ...fields, seen: seenOn(again.html) })).status).toBe(302);
    const { props } = (await mailsTo(applicant.merchant)).at(-1)!;
    expect((props.changes as { reason: string }[]).map(({ reason }) => reason).sort()).toEqual([
      'Another town.',
      'It does not open.',
    ]);
  });

  test('the preview is the letter, word for word', async () => {
    const applicant = await onDesk();
    const path = pathOf(applicant, 'decision?as=approve');
    const shown = textOf(
      (
        await pageOf(
          await mia.submit(path, { version: applicant.version, words: 'Welcome aboard!', then: 'preview' }),
        )
      ).html,
    );
    expect(shown).toContain('Welcome aboard!');
    expect(shown).toContain('can go live');
    expect(await stateOf(applicant)).toBe('IN_REVIEW');
  });

  test('a rejection needs reasons, and none of them a card number', async () => {
    const applicant = await onDesk();
    const path = pathOf(applicant, 'decision?as=reject');
    for (const [words, fault] of [
      ['  ', 'Say why'],
      ['Card 4242 4242 4242 4242 was refused.', 'card number'],
      ['x'.repeat(2001), 'Shorten this'],
    ] as const) {
      const { status, html, errors } = await pageOf(
        await mia.submit(path, { version: applicant.version, words, then: 'send', seen: '' }),
      );
      expect([status, errors.length]).toEqual([422, 1]);
      expect(errors[0]).toContain(fault);
      expect(html).toContain(words.trim());
    }
    expect(await stateOf(applicant)).toBe('IN_REVIEW');
  });

  test('an approval while a change is asked for, and a request that asks for none, are explained', async () => {
    const applicant = await onDesk();
    const { version } = applicant;
    const empty = pathOf(applicant, 'decision?as=changes');
    expect(textOf((await pageOf(await mia.open(empty))).html)).toContain('No verdict asks for a change');
    expect(
      (
        await pageOf(
          await mia.submit(empty, {
            version,
            words: '',
            then: 'send',
            seen: seenOn((await pageOf(await mia.open(empty))).html),
          }),
        )
      ).errors[0],
    ).toContain('No verdict asks');

    await mia.submit(pathOf(applicant), {
      version,
      then: 'save',
      'verdict:city': 'change',
      'reason:city': 'Another town.',
    });
    const path = pathOf(applicant, 'decision?as=approve');
    const { status, errors } = await pageOf(
      await mia.submit(path, {
        version,
        words: '',
        then: 'send',
        seen: seenOn((await pageOf(await mia.open(path))).html),
      }),
    );
    expect([status, errors]).toEqual([
      422,
      ['A verdict still asks for a change. Take it back, or request the changes.'],
    ]);
  });

  test('an approval while something has no verdict names it, and is not sent', async () => {
    const applicant = await onDesk();
    const { version } = applicant;
    const step = await stepOf(applicant.applicationId, mia.userId);
    await acceptAll(step);
    await saveVerdicts(step, [{ subject: 'city', verdict: 'undecided', reason: '' }]);
    const path = pathOf(applicant, 'decision?as=approve');
    const { html } = await pageOf(await mia.open(path));
    expect(textOf(html)).toContain('Without a verdict: Town or city.');
    expect(html).not.toContain('Approve and send');
    const { status, errors } = await pageOf(
      await mia.submit(path, { version, words: '', then: 'send', seen: seenOn(html) }),
    );
    expect([status, errors, await stateOf(applicant)]).toEqual([
      422,
      ['Not everything is judged yet. Go back and judge what is left, or accept all of it.'],
      'IN_REVIEW',
    ]);
  });

  test('on what has moved on, it tells what happened and keeps the words', async () => {
    const applicant = await onDesk();
    const path = pathOf(applicant, 'decision?as=reject');
    const fields = { version: applicant.version, words: 'We do not serve this trade.' };
    const seen = seenOn((await pageOf(await mia.submit(path, { ...fields, then: 'preview' }))).html);
    await takeAway(applicant);
    const { status, html } = await pageOf(await mia.submit(path, { ...fields, then: 'send', seen }));
    expect(status).toBe(409);
    const page = textOf(html);
    expect(page).toContain('not sent');
    expect(page).toContain('Taken over Noor');
    expect(html).toMatch(/<textarea[^>]*readOnly=""[^>]*>We do not serve this trade\.<\/textarea>/i);
    expect(await stateOf(applicant)).toBe('IN_REVIEW');
  });
});

describe('on the desk', () => {
  test('it is put aside until a day with a reason, and taken up again', async () => {
    const applicant = await onDesk();
    const path = pathOf(applicant, 'snooze');
    const refused = await pageOf(
      await mia.submit(path, { version: applicant.version, until: '2020-01-01', words: '' }),
    );
    expect([refused.status, refused.errors]).toEqual([
      422,
      ['Choose a day from tomorrow on, at most 60 days ahead', 'Say why'],
    ]);
    const until = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    expect(
      wayOf(await mia.submit(path, { version: applicant.version, until, words: 'Waits for the register.' })),
    ).toEqual([302, `${pathOf(applicant)}?outcome=snoozed`]);
    expect(textOf((await pageOf(await mia.open(pathOf(applicant)))).html)).toMatch(
      /Put aside until .* : Waits for the register\./,
    );
    expect(wayOf(await mia.submit(pathOf(applicant, 'wake'), { version: applicant.version }))).toEqual([
      302,
      `${pathOf(applicant)}?outcome=woken`,
    ]);
  });

  test('it is released, and taken over from somebody else with a reason', async () => {
    const applicant = await onDesk();
    await takeAway(applicant);
    const version = String((await stepOf(applicant.applicationId, mia.userId)).version);
    expect(
      (await pageOf(await mia.submit(pathOf(applicant, 'take-over'), { version, words: '' }))).errors,
    ).toEqual(['Say why']);
    expect(
      wayOf(await mia.submit(pathOf(applicant, 'take-over'), { version, words: 'Noor is away.' })),
    ).toEqual([302, `${pathOf(applicant)}?outcome=claimed`]);
    const stale = await pageOf(
      await mia.submit(pathOf(applicant, 'take-over'), { version, words: 'Noor is still away.' }),
    );
    expect([stale.status, stale.html.includes('Noor is still away.')]).toEqual([409, true]);
    const now = String((await stepOf(applicant.applicationId, mia.userId)).version);
    expect(wayOf(await mia.submit(pathOf(applicant, 'release'), { version: now }))).toEqual([
      302,
      `${pathOf(applicant)}?outcome=released`,
    ]);
    expect(await stateOf(applicant)).toBe('SUBMITTED');
  });

  test('a note is kept for colleagues', async () => {
    const applicant = await onDesk();
    expect((await mia.submit(pathOf(applicant, 'notes'), { words: 'Ask the bank.' })).status).toBe(302);
    expect((await pageOf(await mia.submit(pathOf(applicant, 'notes'), { words: ' ' }))).errors).toEqual([
      'Write the note',
    ]);
    expect(textOf((await pageOf(await mia.open(pathOf(applicant)))).html)).toContain('Note (internal)');
  });

  test('a step taken in another window is told, not made twice', async () => {
    const applicant = await onDesk();
    await releaseReview(await stepOf(applicant.applicationId, mia.userId));
    expect(wayOf(await mia.submit(pathOf(applicant, 'release'), { version: applicant.version }))).toEqual([
      302,
      `${pathOf(applicant)}?outcome=moved_on`,
    ]);
  });
});

const stepsOfStaff = async (accountId: string) =>
  (await listAudit({ accountId })).entries.filter(({ actor }) => actor.startsWith('staff:'));

test('what is done here is written down with the address it came from', async () => {
  const applicant = await buildApplication('SUBMITTED');
  const { applicationId, merchant } = applicant;
  const now = async () => String((await stepOf(applicationId, mia.userId)).version);
  await mia.submit(pathOf(applicant, 'claim'), { version: await now() });
  await mia.submit(pathOf(applicant, 'notes'), { words: 'Ask the bank.' });
  await mia.submit(pathOf(applicant, 'decision?as=reject'), {
    version: await now(),
    words: 'No.',
    then: 'preview',
  });
  await mia.submit(pathOf(applicant, 'release'), { version: await now() });
  await mia.submit(pathOf(applicant, 'suspension'), { as: 'suspend', words: 'Many chargebacks.' });
  const entries = await stepsOfStaff(merchant.accountId);
  expect(entries.map(({ action }) => action).reverse()).toEqual([
    'application_claimed',
    'application_noted',
    'application_released',
    'account_suspended',
  ]);
  for (const entry of entries)
    expect(entry).toMatchObject({
      actor: `staff:${mia.userId}`,
      address: expect.stringContaining('2001:db8'),
    });
});

test('an account is suspended and reinstated with a reason, and a form sent twice undoes nothing', async () => {
  const applicant = await buildApplication('APPROVED');
  const path = pathOf(applicant, 'suspension');
  const statusOf = async () =>
    (await prisma.account.findUniqueOrThrow({ where: { id: applicant.merchant.accountId } })).status;
  expect((await pageOf(await mia.submit(path, { as: 'suspend', words: '' }))).errors).toEqual(['Say why']);
  expect([
    wayOf(await mia.submit(path, { as: 'suspend', words: 'Many chargebacks.' })),
    await statusOf(),
  ]).toEqual([[302, `${pathOf(applicant)}?outcome=suspended`], 'suspended']);
  expect([
    (await mia.submit(path, { as: 'suspend', words: 'Many chargebacks.' })).status,
    await statusOf(),
  ]).toEqual([409, 'suspended']);
  expect(textOf((await pageOf(await mia.open(path))).html)).toContain('Reinstate the account');
  expect([
    (await mia.submit(path, { as: 'reinstate', words: 'Cleared up.' })).status,
    await statusOf(),
  ]).toEqual([302, 'active']);
});

describe('what is shown', () => {
  test('the bank account is masked until it is asked for, which is written down', async () => {
    const applicant = await onDesk();
    const { answers } = await requireApplication({ id: applicant.applicationId });
    const number = answers.account_number!;
    const { html } = await pageOf(await mia.open(pathOf(applicant)));
    expect(html).not.toContain(number);
    expect(html).toContain(`•••• ${number.slice(-4)}`);
    expect((await pageOf(await mia.open(pathOf(applicant, 'bank-account')))).html).not.toContain(number);
    expect(
      (await listAudit({ accountId: applicant.merchant.accountId, action: 'bank_account_viewed' })).entries,
    ).toEqual([]);
    expect((await pageOf(await mia.submit(pathOf(applicant, 'bank-account'), {}))).html).toContain(number);
    expect(
      (await listAudit({ accountId: applicant.merchant.accountId, action: 'bank_account_viewed' })).entries,
    ).toMatchObject([
      { actor: `staff:${mia.userId}`, action: 'bank_account_viewed', subject: applicant.applicationId },
    ]);
  });

  test('a document comes as a file that runs nothing, and who looked stands beside it', async () => {
    const applicant = await buildApplication('DRAFT');
    const { accountId } = applicant.merchant;
    const bytes = Buffer.from('%PDF-1.4 <script>alert(1)</script>');
    const id = await buildDocument(accountId, {
      kind: 'bank_statement',
      fileName: 'Statement "May"\r\n.pdf',
      bytes,
    });
    const { submitApplication } = await import('~/merchants/applications/submission');
    await submitApplication({ accountId, userId: applicant.merchant.ownerId });
    expect(textOf((await pageOf(await mia.open(pathOf(applicant)))).html)).not.toContain('Viewed by');

    const response = await mia.open(`/review/documents/${id}`);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="[^"\r\n]+"/);
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cache-control')).toContain('no-store');
    // A PDF is never shown inside a page.
    expect((await mia.open(`/review/documents/${id}?preview`)).headers.get('content-disposition')).toMatch(
      /^attachment/,
    );

    expect((await listAudit({ accountId, action: 'document_viewed' })).entries).toMatchObject([
      { actor: `staff:${mia.userId}`, subject: id, address: expect.stringContaining('2001:db8') },
      { subject: id },
    ]);
    expect(textOf((await pageOf(await mia.open(pathOf(applicant)))).html)).toContain(
      'Viewed by Mia Reviewer',
    );
  });

  test('duplicates are pointed out with a way to them', async () => {
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
    const other = await buildApplication('REJECTED', { people, merchant: await buildMerchant({ name }) });
    const { html } = await pageOf(await mia.open(pathOf(await buildApplication('SUBMITTED', { people }))));
    expect(html).toContain(`href="${pathOf(other)}"`);
    expect(textOf(html)).toContain(`${name} (rejected): the same person`);
  });

  test('what merchants wrote is text', async () => {
    const applicant = await onDesk({ answers: { trading_name: '<script>alert(1)</script>' } });
    const { html } = await pageOf(await mia.open(pathOf(applicant)));
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).not.toContain('<script>alert(1)');
  });
});

test.each(['x%00', '%00', 'app_1', '%F0%9F%98%80'])(
  'what is no id of an application or document is nobody’s: %s',
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
