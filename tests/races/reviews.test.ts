import { expect, test } from 'vitest';
import { requireApplication } from '~/merchants/applications/applications';
import { approveApplication, rejectApplication, requestChanges } from '~/merchants/applications/decisions';
import { claimReview, releaseReview, takeOverReview } from '~/merchants/applications/reviews';
import { saveVerdicts } from '~/merchants/applications/verdicts';
import { suspendAccount } from '~/merchants/suspensions';
import { prisma } from '~/platform/db.server';
import { acceptAll, buildApplication, buildReviewer, stepOf } from '../world/applications';
import { mailsTo } from '../world/mails';

// Reviewers who act at the same moment: one of them has an effect, and everybody gets a clear answer.

const rounds = 10;
const team = (count: number) => Promise.all(Array.from({ length: count }, () => buildReviewer()));
const movesOf = (applicationId: string, ...types: string[]) =>
  prisma.applicationEvent.count({ where: { applicationId, type: { in: types } } });

test('of five who claim, one has it', { timeout: 60_000 }, async () => {
  const reviewers = await team(5);
  for (let round = 0; round < rounds; round++) {
    const { applicationId, merchant } = await buildApplication('SUBMITTED');
    const steps = await Promise.all(reviewers.map((id) => stepOf(applicationId, id)));
    const outcomes = await Promise.all(steps.map(claimReview));
    expect([...outcomes].sort()).toEqual(['claimed', ...Array<string>(4).fill('moved_on')]);
    expect((await requireApplication({ id: applicationId })).reviewerId).toBe(
      reviewers[outcomes.indexOf('claimed')],
    );
    expect(await movesOf(applicationId, 'claimed')).toBe(1);
    expect(
      (await mailsTo(merchant)).filter(({ template }) => template === 'application-claimed'),
    ).toHaveLength(1);
  }
});

test('of two who take it over while a third decides, one move is made', { timeout: 60_000 }, async () => {
  const [mia, noor, sam] = await team(3);
  for (let round = 0; round < rounds; round++) {
    const { applicationId } = await buildApplication('IN_REVIEW', { reviewerId: mia });
    const step = { ...(await stepOf(applicationId, mia!)), words: 'No.' };
    const outcomes = await Promise.all([
      takeOverReview({ ...step, reviewerId: noor!, reason: 'Mia is ill.' }),
      rejectApplication(step),
      takeOverReview({ ...step, reviewerId: sam!, reason: 'Mia is ill.' }),
      releaseReview(step),
    ]);
    expect(outcomes.filter((outcome) => outcome !== 'moved_on')).toHaveLength(1);
    expect(await movesOf(applicationId, 'taken_over', 'rejected', 'released')).toBe(1);
  }
});

test(
  'of approve, reject and ask for changes in three windows of one reviewer, one is decided',
  { timeout: 60_000 },
  async () => {
    const [mia] = await team(1);
    for (let round = 0; round < rounds; round++) {
      const { applicationId, merchant } = await buildApplication('IN_REVIEW', { reviewerId: mia });
      const step = { ...(await stepOf(applicationId, mia!)), words: 'Words.' };
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
      expect([state, mode]).toEqual(
        outcomes.includes('approved') ? ['APPROVED', 'live'] : ['REJECTED', 'test'],
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
        (await mailsTo(merchant)).filter(({ template }) => /approved|rejected/.test(template)),
      ).toHaveLength(1);
    }
  },
);

test(
  'a verdict that comes while it is sent is in the request, or is refused',
  { timeout: 60_000 },
  async () => {
    const [mia] = await team(1);
    for (let round = 0; round < rounds; round++) {
      const { applicationId, merchant } = await buildApplication('IN_REVIEW', { reviewerId: mia });
      const step = { ...(await stepOf(applicationId, mia!)), words: '' };
      await saveVerdicts(step, [{ subject: 'city', verdict: 'change', reason: 'Another town.' }]);
      const [late] = await Promise.all([
        saveVerdicts(step, [{ subject: 'website', verdict: 'change', reason: 'It does not open.' }]),
        requestChanges(step),
      ]);
      const { props } = (await mailsTo(merchant)).at(-1)!;
      expect((props.changes as unknown[]).length).toBe(late === 'saved' ? 2 : 1);
      expect(await prisma.applicationVerdict.count({ where: { applicationId, verdict: 'change' } })).toBe(
        late === 'saved' ? 2 : 1,
      );
    }
  },
);

test('of two who suspend, one does', async () => {
  const [mia, noor] = await team(2);
  const { merchant, applicationId } = await buildApplication('APPROVED');
  const outcomes = await Promise.all(
    [mia!, noor!].map((reviewerId) =>
      suspendAccount({ accountId: merchant.accountId, reviewerId, reason: 'Many chargebacks.' }),
    ),
  );
  expect(outcomes.sort()).toEqual(['not_active', 'suspended']);
  expect(await movesOf(applicationId, 'suspended')).toBe(1);
});
