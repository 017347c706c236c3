import { expect, test } from 'vitest';
import { requireApplication } from '~/merchants/applications/applications';
import {
  approveApplication,
  rejectApplication,
  requestChanges,
} from '~/merchants/applications/review/decisions';
import { assignCase, releaseCase, takeOverCase } from '~/merchants/applications/review/assignments';
import { saveItemReviews } from '~/merchants/applications/review/item-reviews';
import { suspendAccount } from '~/merchants/accounts/suspensions';
import { prisma } from '~/platform/database/db.server';
import { acceptAll, buildApplication, buildReviewer, buildReviewStep } from '../world/applications';
import { listMailsToOwner } from '../world/mails/mails';

// Reviewers who act at the same moment: one of them succeeds, and everyone gets a clear reply.

const rounds = 10;
const buildReviewers = (count: number) => Promise.all(Array.from({ length: count }, () => buildReviewer()));
const countTransitions = (applicationId: string, ...types: string[]) =>
  prisma.applicationEvent.count({ where: { applicationId, type: { in: types } } });

test('of five reviewers who claim, one gets the application', { timeout: 60_000 }, async () => {
  const reviewers = await buildReviewers(5);
  for (let round = 0; round < rounds; round++) {
    const { applicationId, merchant } = await buildApplication('SUBMITTED');
    const steps = await Promise.all(reviewers.map((id) => buildReviewStep(applicationId, id)));
    const outcomes = await Promise.all(steps.map(assignCase));
    expect([...outcomes].sort()).toEqual(['assigned', ...Array<string>(4).fill('moved_on')]);
    expect((await requireApplication({ id: applicationId })).reviewerId).toBe(
      reviewers[outcomes.indexOf('assigned')],
    );
    expect(await countTransitions(applicationId, 'assigned')).toBe(1);
    expect(
      (await listMailsToOwner(merchant)).filter(({ template }) => template === 'application-assigned'),
    ).toHaveLength(1);
  }
});

test('of two who take over while a third decides, one succeeds', { timeout: 60_000 }, async () => {
  const [mia, noor, sam] = await buildReviewers(3);
  for (let round = 0; round < rounds; round++) {
    const { applicationId } = await buildApplication('IN_REVIEW', { reviewerId: mia });
    const step = { ...(await buildReviewStep(applicationId, mia!)), message: 'No.' };
    const outcomes = await Promise.all([
      takeOverCase({ ...step, reviewerId: noor!, reason: 'Mia is ill.' }),
      rejectApplication(step),
      takeOverCase({ ...step, reviewerId: sam!, reason: 'Mia is ill.' }),
      releaseCase(step),
    ]);
    expect(outcomes.filter((outcome) => outcome !== 'moved_on')).toHaveLength(1);
    expect(await countTransitions(applicationId, 'reassigned', 'rejected', 'released')).toBe(1);
  }
});

test(
  'of approve, reject and request changes in three windows of one reviewer, one succeeds',
  { timeout: 60_000 },
  async () => {
    const [mia] = await buildReviewers(1);
    for (let round = 0; round < rounds; round++) {
      const { applicationId, merchant } = await buildApplication('IN_REVIEW', { reviewerId: mia });
      const step = { ...(await buildReviewStep(applicationId, mia!)), message: 'Words.' };
      await acceptAll(step);
      const outcomes = await Promise.all([
        approveApplication(step),
        rejectApplication(step),
        approveApplication(step),
        rejectApplication(step),
      ]);
      expect(outcomes.filter((outcome) => outcome !== 'moved_on')).toHaveLength(1);
      const { state } = await requireApplication({ id: applicationId });
      const { mode } = await prisma.account.findUniqueOrThrow({ where: { id: merchant.accountId } });
      expect({ state, mode }).toEqual(
        outcomes.includes('approved')
          ? { state: 'APPROVED', mode: 'live' }
          : { state: 'REJECTED', mode: 'test' },
      );
      expect(
        await prisma.webhookEvent.count({
          where: {
            accountId: merchant.accountId,
            type: { in: ['application.approved', 'application.rejected'] },
          },
        }),
      ).toBe(1);
      expect(
        (await listMailsToOwner(merchant)).filter(({ template }) => /approved|rejected/.test(template)),
      ).toHaveLength(1);
    }
  },
);

test(
  'an item review saved while the request is sent is included or rejected',
  { timeout: 60_000 },
  async () => {
    const [mia] = await buildReviewers(1);
    for (let round = 0; round < rounds; round++) {
      const { applicationId, merchant } = await buildApplication('IN_REVIEW', { reviewerId: mia });
      const step = { ...(await buildReviewStep(applicationId, mia!)), message: '' };
      await saveItemReviews(step, [{ subject: 'city', result: 'change', reason: 'Another town.' }]);
      const [late] = await Promise.all([
        saveItemReviews(step, [{ subject: 'website', result: 'change', reason: 'It does not open.' }]),
        requestChanges(step),
      ]);
      const { props } = (await listMailsToOwner(merchant)).at(-1)!;
      expect((props.changes as unknown[]).length).toBe(late === 'saved' ? 2 : 1);
      expect(await prisma.applicationItemReview.count({ where: { applicationId, result: 'change' } })).toBe(
        late === 'saved' ? 2 : 1,
      );
    }
  },
);

test('of two who suspend, one succeeds', async () => {
  const [mia, noor] = await buildReviewers(2);
  const { merchant, applicationId } = await buildApplication('APPROVED');
  const outcomes = await Promise.all(
    [mia!, noor!].map((reviewerId) =>
      suspendAccount({ accountId: merchant.accountId, reviewerId, reason: 'Many chargebacks.' }),
    ),
  );
  expect(outcomes.sort()).toEqual(['not_active', 'suspended']);
  expect(await countTransitions(applicationId, 'suspended')).toBe(1);
});

test('an account that is suspended while it is approved ends suspended', { timeout: 60_000 }, async () => {
  const [mia, noor] = await buildReviewers(2);
  for (let round = 0; round < rounds; round++) {
    const { applicationId, merchant } = await buildApplication('IN_REVIEW', { reviewerId: mia });
    const { accountId } = merchant;
    const step = { ...(await buildReviewStep(applicationId, mia!)), message: '' };
    await acceptAll(step);
    const [approval, suspension] = await Promise.all([
      approveApplication(step),
      suspendAccount({ accountId, reviewerId: noor!, reason: 'Many chargebacks.' }),
    ]);
    expect(['approved', 'account_suspended']).toContain(approval);
    expect(suspension).toBe('suspended');
    expect((await prisma.account.findUniqueOrThrow({ where: { id: accountId } })).mode).toBe(
      approval === 'approved' ? 'live' : 'test',
    );
  }
});
