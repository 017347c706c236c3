import { describe, expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import {
  acceptAll,
  buildApplication,
  buildReviewer,
  buildReviewStep,
  type TestApplicant,
} from '../../../tests/world/applications';
import { requireApplication } from './applications';
import {
  approveApplication,
  rejectApplication,
  requestChanges,
} from '~/merchants/applications/review/decisions';
import { listApplicationHistory } from './history';
import {
  assignCase,
  releaseCase,
  takeOverCase,
  type CaseAction,
} from '~/merchants/applications/review/assignments';
import { findNextState, applicationStates, type ApplicationTransitionEvent } from './states';
import { appeal, submitApplication } from './submission';
import { saveItemReviews } from '~/merchants/applications/review/item-reviews';

type ActionContext = { step: CaseAction; applicant: TestApplicant; colleague: string };

const writer = ({ applicant: { merchant } }: ActionContext) => ({
  accountId: merchant.accountId,
  userId: merchant.ownerId,
});

async function approve({ step }: ActionContext, approvalsNeeded: number) {
  await acceptAll(step);
  return approveApplication({ ...step, message: '' }, approvalsNeeded);
}

/** How people make each transition. */
const actions: Record<ApplicationTransitionEvent, (context: ActionContext) => Promise<unknown>> = {
  submitted: (context) => submitApplication(writer(context)),
  appealed: (context) => appeal({ ...writer(context), message: 'Please look again: we have a license.' }),
  assigned: ({ step }) => assignCase(step),
  reassigned: ({ step, colleague }) =>
    takeOverCase({ ...step, reviewerId: colleague, reason: 'Mia is ill.' }),
  released: ({ step }) => releaseCase(step),
  changes_requested: async ({ step }) => {
    await saveItemReviews(step, [{ subject: 'city', result: 'change', reason: 'Another town.' }]);
    return requestChanges({ ...step, message: '' });
  },
  approved: (context) => approve(context, 1),
  first_approved: (context) => approve(context, 2),
  rejected: ({ step }) => rejectApplication({ ...step, message: 'No.' }),
};

const rowsOf = async (id: string) => ({
  application: await requireApplication({ id }),
  history: await listApplicationHistory({ applicationId: id, for: 'staff' }),
  mails: await prisma.mail.count(),
  events: await prisma.webhookEvent.count(),
});

describe.each(applicationStates)('from %s', (state) => {
  test.each(Object.keys(actions) as ApplicationTransitionEvent[])('%s', async (transitionEvent) => {
    const reviewerId = await buildReviewer();
    const colleague = await buildReviewer('Noor Reviewer');
    const applicant = await buildApplication(state, { reviewerId });
    const { applicationId } = applicant;
    const before = await rowsOf(applicationId);
    const outcome = await actions[transitionEvent]({
      step: await buildReviewStep(applicationId, reviewerId),
      applicant,
      colleague,
    });
    const after = await rowsOf(applicationId);
    const leadsTo = findNextState(state, transitionEvent);
    if (leadsTo) {
      expect(after.application).toMatchObject({ state: leadsTo, version: before.application.version + 1 });
      expect(after.history.some(({ type }) => type === transitionEvent)).toBe(true);
    } else {
      expect(['moved_on', 'closed']).toContain(outcome);
      expect(after).toEqual(before);
    }
  });
});
