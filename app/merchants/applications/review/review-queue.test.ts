import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import {
  acceptAll,
  buildApplication,
  buildReviewer,
  buildReviewStep,
  companyAnswers,
  type TestApplicant,
} from '../../../../tests/world/applications';
import { buildMerchant } from '../../../../tests/world/merchants';
import { approveApplication, rejectApplication } from './decisions';
import { notifyDelays } from './delay-notifications';
import {
  countReviewQueue,
  listQueueCountries,
  listReviewQueue,
  reviewQueueViews,
  type ReviewQueueView,
} from './review-queue';
import { assignCase, snoozeCase } from './assignments';
import { applicationStates } from '~/merchants/applications/states';
import { appeal } from '~/merchants/applications/submission';

/** Other tests' applications are in the same queue, so only those with this name are searched. */
const uniqueName = () => `Queue ${crypto.randomUUID()}`;
const named = async (name: string) => ({ merchant: await buildMerchant({ name }) });
const found = async (view: ReviewQueueView, search: string, reviewerId = 'usr_nobody') =>
  (await listReviewQueue({ view, reviewerId, search })).entries;

test('each view contains its states', async () => {
  const name = uniqueName();
  const mia = await buildReviewer('Mia');
  for (const state of applicationStates)
    await buildApplication(state, { ...(await named(name)), reviewerId: mia });
  const snoozed = await buildApplication('IN_REVIEW', { ...(await named(name)), reviewerId: mia });
  await snoozeCase({
    ...(await buildReviewStep(snoozed.applicationId, mia)),
    until: new Date(Date.now() + 86_400_000),
    reason: 'Later.',
  });

  const viewStates = async (reviewerId: string) =>
    Object.fromEntries(
      await Promise.all(
        reviewQueueViews.map(
          async (view) =>
            [view, (await found(view, name, reviewerId)).map(({ state }) => state).sort()] as const,
        ),
      ),
    );
  const others = {
    waiting: ['SUBMITTED'],
    in_review: ['IN_REVIEW'],
    snoozed: ['IN_REVIEW'],
    with_merchant: ['CHANGES_REQUESTED'],
    decided: ['APPROVED', 'REJECTED'],
    all: ['APPROVED', 'CHANGES_REQUESTED', 'IN_REVIEW', 'IN_REVIEW', 'REJECTED', 'SUBMITTED'],
  };
  expect(await viewStates(mia)).toEqual({
    ...others,
    ...{ mine: ['IN_REVIEW'], needs_me: ['IN_REVIEW', 'SUBMITTED'] },
  });
  expect(await viewStates(await buildReviewer())).toEqual({ ...others, mine: [], needs_me: ['SUBMITTED'] });
  expect(await countReviewQueue(mia)).toMatchObject({ mine: 1 });
  expect((await found('in_review', name))[0]).toMatchObject({ reviewer: 'Mia' });
});

test('a snoozed application returns when its time is over', async () => {
  const name = uniqueName();
  const mia = await buildReviewer();
  const { applicationId } = await buildApplication('IN_REVIEW', { ...(await named(name)), reviewerId: mia });
  await snoozeCase({
    ...(await buildReviewStep(applicationId, mia)),
    until: new Date(Date.now() - 1000),
    reason: 'Later.',
  });
  expect({
    mine: (await found('mine', name, mia)).length,
    snoozed: (await found('snoozed', name, mia)).length,
  }).toEqual({ mine: 1, snoozed: 0 });
});

test('the oldest deadline comes first', async () => {
  const name = uniqueName();
  const ids: string[] = [];
  for (const days of [3, -2, 1]) {
    const { applicationId } = await buildApplication('SUBMITTED', await named(name));
    await prisma.application.update({
      where: { id: applicationId },
      data: { promisedAt: new Date(Date.now() + days * 86_400_000) },
    });
    ids.push(applicationId);
  }
  expect((await found('waiting', name)).map(({ id }) => id)).toEqual([ids[1], ids[2], ids[0]]);
});

test('a missed deadline is remembered when a new one is set', async () => {
  const name = uniqueName();
  const { applicationId } = await buildApplication('SUBMITTED', await named(name));
  expect(await found('waiting', name)).toMatchObject([{ missed: false }]);
  await prisma.application.update({
    where: { id: applicationId },
    data: { promisedAt: new Date(Date.now() - 1000) },
  });
  await notifyDelays();
  expect(await found('waiting', name)).toMatchObject([{ missed: true }]);
});

test('a long queue has pages', async () => {
  const name = uniqueName();
  const applicant: TestApplicant = await buildApplication('SUBMITTED', await named(name));
  const { promisedAt } = await prisma.application.findUniqueOrThrow({
    where: { id: applicant.applicationId },
  });
  const accounts = Array.from({ length: 50 }, (_, i) => ({
    id: `acc_${crypto.randomUUID()}`,
    name: `${name} ${i}`,
  }));
  await prisma.account.createMany({ data: accounts });
  await prisma.application.createMany({
    data: accounts.map(({ id }) => ({ id: `app_${id}`, accountId: id, state: 'SUBMITTED', promisedAt })),
  });
  const [first, second] = [
    await listReviewQueue({ view: 'waiting', reviewerId: 'usr_x', search: name }),
    await listReviewQueue({ view: 'waiting', reviewerId: 'usr_x', search: name, page: 2 }),
  ];
  expect({
    firstCount: first.entries.length,
    firstHasMore: first.hasMore,
    secondCount: second.entries.length,
    secondHasMore: second.hasMore,
  }).toEqual({ firstCount: 50, firstHasMore: true, secondCount: 1, secondHasMore: false });
  expect(new Set([...first.entries, ...second.entries].map(({ id }) => id)).size).toBe(51);
});

test('a search finds an application even if a thousand newer ones in other views match', async () => {
  const name = uniqueName();
  const { applicationId } = await buildApplication('SUBMITTED', await named(name));
  const newer = Array.from({ length: 1000 }, (_, i) => ({
    id: `acc_${crypto.randomUUID()}`,
    name: `${name} ${i}`,
  }));
  await prisma.account.createMany({ data: newer });
  const submittedAt = new Date(Date.now() + 60_000);
  await prisma.application.createMany({
    data: newer.map(({ id }) => ({
      id: `app_${id}`,
      accountId: id,
      state: 'CHANGES_REQUESTED',
      submittedAt,
    })),
  });
  const entries = await found('waiting', name);
  await prisma.application.deleteMany({ where: { account: { name: { startsWith: `${name} ` } } } });
  await prisma.account.deleteMany({ where: { name: { startsWith: `${name} ` } } });
  expect(entries.map(({ id }) => id)).toEqual([applicationId]);
});

test.each([
  ['the account’s name in other letters', ({ name }: Found) => name.toUpperCase()],
  ['a part of the legal name', ({ legalName }: Found) => legalName.slice(3, 30).toLowerCase()],
  ['the legal name without accents', ({ legalName }: Found) => legalName.replace('ü', 'u').replace('é', 'e')],
  ['the legal name with combined accents', ({ legalName }: Found) => legalName.normalize('NFD')],
  ['the application’s id', ({ applicationId }: Found) => ` ${applicationId} `],
  ['the account’s id', ({ accountId }: Found) => accountId],
])('an application is found by %s', async (_, searchFor) => {
  const name = uniqueName();
  const legalName = `Müller Café ${crypto.randomUUID()} GmbH`;
  const { applicationId, merchant } = await buildApplication('SUBMITTED', {
    ...(await named(name)),
    answers: { legal_name: legalName },
  });
  expect(
    (await found('all', searchFor({ name, legalName, applicationId, accountId: merchant.accountId }))).map(
      ({ id }) => id,
    ),
  ).toEqual([applicationId]);
});

type Found = { name: string; legalName: string; applicationId: string; accountId: string };

test.each(['\0', '%', '"; drop table applications; --', '\\'])(
  'a search for %j is only a search',
  async (search) => {
    await expect(listReviewQueue({ view: 'all', reviewerId: 'usr_x', search })).resolves.toHaveProperty(
      'entries',
    );
  },
);

test('an appeal and a pending second approval are marked', async () => {
  const name = uniqueName();
  const [mia, noor] = [await buildReviewer(), await buildReviewer()];
  const once = await buildApplication('IN_REVIEW', { ...(await named(name)), reviewerId: mia });
  await acceptAll(await buildReviewStep(once.applicationId, mia));
  await approveApplication({ ...(await buildReviewStep(once.applicationId, mia)), message: '' }, 2);
  expect((await found('waiting', name))[0]).toMatchObject({ waitsForSecondApproval: true, isAppeal: false });

  await assignCase(await buildReviewStep(once.applicationId, noor));
  await rejectApplication({ ...(await buildReviewStep(once.applicationId, noor)), message: 'No.' });
  expect((await found('decided', name))[0]).toMatchObject({ waitsForSecondApproval: false, isAppeal: false });
  await appeal({
    accountId: once.merchant.accountId,
    userId: once.merchant.ownerId,
    message: 'Please look again: we have a license.',
  });
  expect((await found('waiting', name))[0]).toMatchObject({ isAppeal: true, round: 2 });
});

test('nobody needs to look at what they may not claim', async () => {
  const name = uniqueName();
  const mia = await buildReviewer();
  const needsMe = async (reviewerId: string) =>
    (await found('needs_me', name, reviewerId)).map(({ id }) => id);
  const rejected = await buildApplication('REJECTED', { ...(await named(name)), reviewerId: mia });
  const { accountId, ownerId: userId } = rejected.merchant;
  expect(await appeal({ accountId, userId, message: 'Please look again: we have a license.' })).toBe(
    'submitted',
  );
  const approved = await buildApplication('IN_REVIEW', { ...(await named(name)), reviewerId: mia });
  await acceptAll(await buildReviewStep(approved.applicationId, mia));
  expect(
    await approveApplication({ ...(await buildReviewStep(approved.applicationId, mia)), message: '' }, 2),
  ).toBe('first_approved');
  expect(await needsMe(mia)).toEqual([]);
  expect((await needsMe(await buildReviewer())).sort()).toEqual(
    [rejected.applicationId, approved.applicationId].sort(),
  );
  expect(await needsMe(userId)).toEqual([approved.applicationId]);
});

test('a list is filtered by country, type, and reviewer, and sorted by each column', async () => {
  const name = uniqueName();
  const [mia, noor] = [await buildReviewer(), await buildReviewer()];
  const build = async (suffix: string, reviewerId: string, answers: Record<string, string>) =>
    buildApplication('IN_REVIEW', { ...(await named(`${name} ${suffix}`)), reviewerId, answers });
  await build('B', mia, { monthly_volume: '1500' });
  await build('A', noor, { country: 'FR', postal_code: '75001', bank_country: 'DE' });
  await build('C', mia, { business_form: 'partnership' });
  const list = async (filter: Partial<Parameters<typeof listReviewQueue>[0]>) =>
    (await listReviewQueue({ view: 'in_review', search: name, reviewerId: mia, ...filter })).entries.map(
      (entry) => entry.name.at(-1),
    );
  expect({
    country: await list({ country: 'FR' }),
    businessForm: await list({ businessForm: 'partnership' }),
    assignedTo: await list({ assignedTo: noor }),
    several: await list({ country: 'DE', assignedTo: noor }),
    byDate: await list({}),
    byDateDescending: await list({ sort: { by: 'submitted', direction: 'desc' } }),
    byName: await list({ sort: { by: 'business', direction: 'asc' } }),
  }).toEqual({
    ...{ country: ['A'], businessForm: ['C'], assignedTo: ['A'], several: [] },
    ...{ byDate: ['B', 'A', 'C'], byDateDescending: ['C', 'A', 'B'], byName: ['A', 'B', 'C'] },
  });
  const [entry] = (await listReviewQueue({ view: 'all', search: `${name} B`, reviewerId: mia })).entries;
  expect(entry).toMatchObject({ country: 'Germany', businessForm: 'Company', hasDuplicates: false });
  expect(entry!.monthlyVolume).toMatch(/€\s?1,500\.00/);
  expect(await listQueueCountries()).toContainEqual({ code: 'FR', name: 'France' });
});

test('an application that shares details with another one is flagged', async () => {
  const name = uniqueName();
  const { account_number } = companyAnswers();
  for (const suffix of ['A', 'B'])
    await buildApplication('SUBMITTED', {
      ...(await named(`${name} ${suffix}`)),
      answers: { account_number: account_number! },
    });
  await buildApplication('SUBMITTED', await named(`${name} C`));
  const flags = (await found('waiting', name)).map((entry) => [entry.name.at(-1), entry.hasDuplicates]);
  expect(Object.fromEntries(flags)).toEqual({ A: true, B: true, C: false });
});
