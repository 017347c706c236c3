import { isItemPending, findNextStep, type Checklist } from '~/merchants/applications/answers/checklist';
import type { ApplicationState } from '~/merchants/applications/states';
import { listTransactions } from '~/payments/reporting/transaction-list';
import { config } from '~/platform/config/config.server';
import { listMissing } from './missing-items';

/** An application's status and progress. */
export type ApplicationStatusFacts = {
  state: ApplicationState;
  isStarted: boolean;
  promisedAt: Date | null;
  /** How long a response takes after the submission. */
  workingDays: number;
  done: number;
  of: number;
  /** The labels of the items that a reviewer wants to be changed. */
  requestedChanges: string[];
  /** The first step with something to do, the first of the requested changes, or the review page. */
  continuePath: string;
  /** Whether the account has taken a live payment. Then the introduction to live disappears. */
  hasGoneLive: boolean;
};

export async function readApplicationStatus(
  account: { id: string; mode: string },
  { applicationId, state, promisedAt, items }: Checklist,
): Promise<ApplicationStatusFacts> {
  // Optional items without an answer are neither done nor left to do.
  const counted = items.filter((item) => !item.optional || item.displayValue || isItemPending(item));
  return {
    state,
    isStarted: applicationId !== null,
    promisedAt,
    workingDays: config.reviewWorkingDays,
    done: counted.filter((item) => !isItemPending(item)).length,
    of: counted.length,
    requestedChanges: items.flatMap(({ requestedChange, label }) => (requestedChange === null ? [] : label)),
    continuePath:
      (state === 'CHANGES_REQUESTED' && listMissing(items)[0]?.path) ||
      `/application/${findNextStep(items) ?? 'review'}`,
    hasGoneLive: await hasGoneLive(account),
  };
}

async function hasGoneLive({ id, mode }: { id: string; mode: string }): Promise<boolean> {
  return (
    mode === 'live' &&
    (await listTransactions({ accountId: id, environment: 'live', limit: 1 })).transactions.length > 0
  );
}
