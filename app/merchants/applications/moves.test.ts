import { describe, expect, test } from 'vitest';
import { prisma } from '~/platform/db.server';
import {
  acceptAll,
  buildApplication,
  buildReviewer,
  stepOf,
  type Applicant,
} from '../../../tests/world/applications';
import { requireApplication } from './applications';
import { approveApplication, rejectApplication, requestChanges } from './decisions';
import { listHistory } from './history';
import { claimReview, releaseReview, takeOverReview, type ReviewStep } from './reviews';
import { nextState, states, type ApplicationMove } from './states';
import { appeal, submitApplication } from './submission';
import { saveVerdicts } from './verdicts';

type Acting = { step: ReviewStep; applicant: Applicant; colleague: string };

const writer = ({ applicant: { merchant } }: Acting) => ({
  accountId: merchant.accountId,
  userId: merchant.ownerId,
});

async function approve({ step }: Acting, approvalsNeeded: number) {
  await acceptAll(step);
  return approveApplication({ ...step, words: '' }, approvalsNeeded);
}

/** How people make each move. */
const acts: Record<ApplicationMove, (acting: Acting) => Promise<unknown>> = {
  submitted: (acting) => submitApplication(writer(acting)),
  appealed: (acting) => appeal({ ...writer(acting), words: 'Please look again: we have a licence.' }),
  claimed: ({ step }) => claimReview(step),
  taken_over: ({ step, colleague }) =>
    takeOverReview({ ...step, reviewerId: colleague, reason: 'Mia is ill.' }),
  released: ({ step }) => releaseReview(step),
  changes_requested: async ({ step }) => {
    await saveVerdicts(step, [{ subject: 'city', verdict: 'change', reason: 'Another town.' }]);
    return requestChanges({ ...step, words: '' });
  },
  approved: (acting) => approve(acting, 1),
  approved_once: (acting) => approve(acting, 2),
  rejected: ({ step }) => rejectApplication({ ...step, words: 'No.' }),
};

const rowsOf = async (id: string) => ({
  application: await requireApplication({ id }),
  history: await listHistory({ applicationId: id, for: 'staff' }),
  mails: await prisma.mail.count(),
  events: await prisma.webhookEvent.count(),
});

describe.each(states)('from %s', (state) => {
  test.each(Object.keys(acts) as ApplicationMove[])('%s', async (move) => {
    const reviewerId = await buildReviewer();
    const colleague = await buildReviewer('Noor Reviewer');
    const applicant = await buildApplication(state, { reviewerId });
    const { applicationId } = applicant;
    const before = await rowsOf(applicationId);
    const outcome = await acts[move]({ step: await stepOf(applicationId, reviewerId), applicant, colleague });
    const after = await rowsOf(applicationId);
    const leadsTo = nextState(state, move);
    if (leadsTo) {
      expect(after.application).toMatchObject({ state: leadsTo, version: before.application.version + 1 });
      expect(after.history.some(({ type }) => type === move)).toBe(true);
    } else {
      expect(['moved_on', 'closed']).toContain(outcome);
      expect(after).toEqual(before);
    }
  });
});
