import { expect, test } from 'vitest';
import { listAudit } from '~/audit/audit';
import { prisma } from '~/platform/database/db.server';
import {
  acceptAll,
  buildApplication,
  buildReviewer,
  buildReviewStep,
} from '../../../../tests/world/applications';
import { listMailsToOwner } from '../../../../tests/world/mails/mails';
import { requireApplication } from '~/merchants/applications/applications';
import { approveApplication, rejectApplication } from './decisions';
import { listApplicationHistory } from '~/merchants/applications/history';
import { addCaseNote, assignCase, releaseCase, snoozeCase, takeOverCase, unsnoozeCase } from './assignments';
import { appeal } from '~/merchants/applications/submission';
import { saveItemReviews } from './item-reviews';

const historyOf = async (applicationId: string, reader: 'staff' | 'merchant' = 'staff') =>
  (await listApplicationHistory({ applicationId, for: reader })).map(({ type, actor, message }) => [
    type,
    actor,
    message,
  ]);

test('a reviewer who claims an application gets it assigned, and the owners get one email per round', async () => {
  const { applicationId, merchant } = await buildApplication('SUBMITTED');
  const mia = await buildReviewer();
  expect(await assignCase(await buildReviewStep(applicationId, mia))).toBe('assigned');
  expect(await requireApplication({ id: applicationId })).toMatchObject({
    state: 'IN_REVIEW',
    reviewerId: mia,
  });
  expect(await releaseCase(await buildReviewStep(applicationId, mia))).toBe('released');
  expect(await assignCase(await buildReviewStep(applicationId, await buildReviewer()))).toBe('assigned');
  expect((await listMailsToOwner(merchant)).map(({ template }) => template)).toEqual([
    'application-submitted',
    'application-assigned',
  ]);
});

test('of two reviewers with the same version, the second learns that it has changed', async () => {
  const { applicationId } = await buildApplication('SUBMITTED');
  const [mia, noor] = [await buildReviewer(), await buildReviewer()];
  const [first, second] = [
    await buildReviewStep(applicationId, mia),
    await buildReviewStep(applicationId, noor),
  ];
  expect({
    first: await assignCase(first),
    other: await assignCase(second),
    repeated: await assignCase(first),
  }).toEqual({ first: 'assigned', other: 'moved_on', repeated: 'moved_on' });
  expect(await requireApplication({ id: applicationId })).toMatchObject({ reviewerId: mia });
});

test("nobody works on another reviewer's application", async () => {
  const mia = await buildReviewer();
  const { applicationId } = await buildApplication('IN_REVIEW', { reviewerId: mia });
  const step = await buildReviewStep(applicationId, await buildReviewer());
  expect({
    save: await saveItemReviews(step, [{ subject: 'city', result: 'accepted', reason: '' }]),
    release: await releaseCase(step),
    snooze: await snoozeCase({ ...step, until: new Date(Date.now() + 86_400_000), reason: 'Later.' }),
    approve: await approveApplication({ ...step, message: '' }),
    reject: await rejectApplication({ ...step, message: 'No.' }),
  }).toEqual({
    save: 'moved_on',
    release: 'moved_on',
    snooze: 'moved_on',
    approve: 'moved_on',
    reject: 'moved_on',
  });
  expect(await prisma.applicationItemReview.count({ where: { applicationId } })).toBe(0);
});

test("it is taken over with a reason, which merchants can't see", async () => {
  const mia = await buildReviewer();
  const noor = await buildReviewer('Noor');
  const { applicationId } = await buildApplication('IN_REVIEW', { reviewerId: mia });
  const old = await buildReviewStep(applicationId, mia);
  expect(await takeOverCase({ ...(await buildReviewStep(applicationId, noor)), reason: 'Mia is ill.' })).toBe(
    'assigned',
  );
  expect(await requireApplication({ id: applicationId })).toMatchObject({
    state: 'IN_REVIEW',
    reviewerId: noor,
  });
  expect(await rejectApplication({ ...old, message: 'No.' })).toBe('moved_on');
  expect(await historyOf(applicationId)).toContainEqual(['note', 'Noor', 'Mia is ill.']);
  expect(JSON.stringify(await historyOf(applicationId, 'merchant'))).not.toMatch(/ill|Noor|taken_over/);
  expect(await takeOverCase({ ...(await buildReviewStep(applicationId, noor)), reason: 'Again.' })).toBe(
    'moved_on',
  );
});

test('nobody acts on an account they belong to, whatever their role', async () => {
  const { applicationId, merchant } = await buildApplication('SUBMITTED');
  const mia = await buildReviewer();
  await prisma.member.create({ data: { accountId: merchant.accountId, userId: mia, role: 'viewer' } });
  expect(await assignCase(await buildReviewStep(applicationId, mia))).toBe('own_account');

  const noor = await buildReviewer();
  await assignCase(await buildReviewStep(applicationId, noor));
  expect(await takeOverCase({ ...(await buildReviewStep(applicationId, mia)), reason: 'Mine.' })).toBe(
    'own_account',
  );
  await prisma.member.create({ data: { accountId: merchant.accountId, userId: noor, role: 'developer' } });
  expect(await approveApplication({ ...(await buildReviewStep(applicationId, noor)), message: '' })).toBe(
    'own_account',
  );
  expect(await requireApplication({ id: applicationId })).toMatchObject({ state: 'IN_REVIEW' });
});

test('an appeal needs a reviewer other than the one who rejected', async () => {
  const mia = await buildReviewer();
  const { applicationId, merchant } = await buildApplication('REJECTED', { reviewerId: mia });
  await appeal({
    accountId: merchant.accountId,
    userId: merchant.ownerId,
    message: 'We have a license for it since May.',
  });
  expect(await assignCase(await buildReviewStep(applicationId, mia))).toBe('rejected_before');
  const noor = await buildReviewer();
  expect(await assignCase(await buildReviewStep(applicationId, noor))).toBe('assigned');
  expect(await takeOverCase({ ...(await buildReviewStep(applicationId, mia)), reason: 'Mine.' })).toBe(
    'rejected_before',
  );
  await acceptAll(await buildReviewStep(applicationId, noor));
  expect(await approveApplication({ ...(await buildReviewStep(applicationId, noor)), message: '' })).toBe(
    'approved',
  );
});

test('it is snoozed past the response date only with a message, and the owners get a later date', async () => {
  const mia = await buildReviewer('Mia');
  const { applicationId, merchant } = await buildApplication('IN_REVIEW', { reviewerId: mia });
  await prisma.application.update({
    where: { id: applicationId },
    data: { promisedAt: new Date('2026-12-04T23:59:59.999Z') },
  });
  const snooze = async (until: string, message?: string) =>
    snoozeCase({
      ...(await buildReviewStep(applicationId, mia)),
      ...{ until: new Date(until), reason: 'Waits for the register.', message },
    });
  const read = async () => (await requireApplication({ id: applicationId })).promisedAt?.toISOString();
  expect(await snooze('2026-12-04T00:00:00Z', 'Tomorrow.')).toBe('message_unneeded');
  expect(await snooze('2026-12-04T00:00:00Z')).toBe('snoozed');
  expect(await snooze('2026-12-05T00:00:00Z')).toBe('message_missing');
  expect(await read()).toBe('2026-12-04T23:59:59.999Z');
  // A Saturday: the next business day is Monday.
  expect(await snooze('2026-12-05T00:00:00Z', 'The register is slow.')).toBe('snoozed');
  expect(await read()).toBe('2026-12-07T23:59:59.999Z');
  expect(await historyOf(applicationId, 'merchant')).toContainEqual([
    'postponed',
    'A reviewer',
    'The register is slow.',
  ]);
  const mails = (await listMailsToOwner(merchant)).filter(
    ({ template }) => template === 'application-delayed',
  );
  expect(mails).toMatchObject([
    { props: { missedAt: '2026-12-04T23:59:59.999Z', promisedAt: '2026-12-07T23:59:59.999Z' } },
  ]);
});

test('it is snoozed until a day, and resumed before', async () => {
  const mia = await buildReviewer('Mia');
  const { applicationId } = await buildApplication('IN_REVIEW', { reviewerId: mia });
  const { promisedAt } = await requireApplication({ id: applicationId });
  const until = new Date(Date.now() + 86_400_000);
  expect(
    await snoozeCase({
      ...(await buildReviewStep(applicationId, mia)),
      until,
      reason: 'Waits for the register.',
    }),
  ).toBe('snoozed');
  expect(await requireApplication({ id: applicationId })).toMatchObject({
    state: 'IN_REVIEW',
    snoozedUntil: until,
    snoozeReason: 'Waits for the register.',
    promisedAt,
  });
  expect(await historyOf(applicationId)).toContainEqual(['snoozed', 'Mia', 'Waits for the register.']);
  expect(JSON.stringify(await historyOf(applicationId, 'merchant'))).not.toContain('register.');
  expect(await unsnoozeCase(await buildReviewStep(applicationId, mia))).toBe('unsnoozed');
  expect(await requireApplication({ id: applicationId })).toMatchObject({
    snoozedUntil: null,
    snoozeReason: null,
  });
});

test('any reviewer can leave a note in any state, for colleagues only', async () => {
  const { applicationId } = await buildApplication('APPROVED');
  expect(
    await addCaseNote({
      applicationId,
      reviewerId: await buildReviewer('Noor'),
      note: 'Knows the owner of the shop next door.',
    }),
  ).toBe('added');
  expect(await historyOf(applicationId)).toContainEqual([
    'note',
    'Noor',
    'Knows the owner of the shop next door.',
  ]);
  expect(JSON.stringify(await historyOf(applicationId, 'merchant'))).not.toContain('next door');
  expect(await addCaseNote({ applicationId: 'app_unknown', reviewerId: 'usr_x', note: 'x' })).toBe(
    'not_found',
  );
});

test('a draft takes no notes', async () => {
  const { applicationId } = await buildApplication('DRAFT');
  expect(
    await addCaseNote({ applicationId, reviewerId: await buildReviewer(), note: 'They ask for much.' }),
  ).toBe('not_found');
  expect(await historyOf(applicationId)).toEqual([]);
});

test('every staff action is audited, with its IP address', async () => {
  const [mia, noor] = [await buildReviewer(), await buildReviewer()];
  const { applicationId, merchant } = await buildApplication('SUBMITTED');
  const { accountId } = merchant;
  const step = (reviewerId = mia) => buildReviewStep(applicationId, reviewerId);
  await assignCase(await step());
  await snoozeCase({
    ...(await step()),
    until: new Date(Date.now() + 86_400_000),
    reason: 'Waits for the register.',
  });
  await unsnoozeCase(await step());
  await addCaseNote({ ...(await step()), note: 'Ask the bank.' });
  await releaseCase(await step());
  await assignCase(await step());
  await takeOverCase({ ...(await step(noor)), reason: 'Mia is ill.' });
  await acceptAll(await step(noor));
  await approveApplication({ ...(await step(noor)), message: '' }, 2);
  await assignCase(await step());
  await rejectApplication({ ...(await step()), message: 'No.' });
  const steps = [
    'assigned',
    'snoozed',
    'unsnoozed',
    'note_added',
    'released',
    'assigned',
    'reassigned',
    'first_approved',
    'assigned',
    'rejected',
  ];
  const entries = (await staffAuditEntries(accountId)).filter(({ action }) => !action.endsWith('_viewed'));
  expect(entries.map(({ action }) => action).reverse()).toEqual(steps.map((name) => `application_${name}`));
  for (const entry of entries)
    expect(entry).toMatchObject({ subject: applicationId, address: '192.0.2.7', details: { round: 1 } });
  expect(entries.find(({ action }) => action === 'application_reassigned')).toMatchObject({
    actor: `staff:${noor}`,
  });
  expect(await historyOf(applicationId)).toContainEqual(['unsnoozed', expect.any(String), null]);
  expect(JSON.stringify(await historyOf(applicationId, 'merchant'))).not.toContain('unsnoozed');
});

const staffAuditEntries = async (accountId: string) =>
  (await listAudit({ accountId })).entries.filter(({ actor }) => actor.startsWith('staff:'));

test('a rejected action is not audited', async () => {
  const { applicationId, merchant } = await buildApplication('DRAFT');
  const mia = await buildReviewer();
  await assignCase(await buildReviewStep(applicationId, mia));
  await releaseCase(await buildReviewStep(applicationId, mia));
  expect(await staffAuditEntries(merchant.accountId)).toEqual([]);
});

test('an unknown application is not found', async () => {
  const step = { applicationId: 'app_unknown', version: 1, reviewerId: await buildReviewer() };
  expect({ assignCase: await assignCase(step), releaseCase: await releaseCase(step) }).toEqual({
    assignCase: 'not_found',
    releaseCase: 'not_found',
  });
});
