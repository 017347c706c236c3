import { isItemPending, findNextStep, type Checklist } from '~/merchants/applications/answers/checklist';
import type { ApplicationState } from '~/merchants/applications/states';
import { config } from '~/platform/config/config.server';

/** An application's status and progress. */
export type ApplicationStatusFacts = {
  state: ApplicationState;
  isStarted: boolean;
  promisedAt: Date | null;
  /** How long a response takes after the submission. */
  workingDays: number;
  done: number;
  of: number;
  /** The first step with something to do, or the review page. */
  continuePath: string;
};

export function readApplicationStatus({
  applicationId,
  state,
  promisedAt,
  items,
}: Checklist): ApplicationStatusFacts {
  return {
    state,
    isStarted: applicationId !== null,
    promisedAt,
    workingDays: config.reviewWorkingDays,
    done: items.filter((item) => !isItemPending(item)).length,
    of: items.length,
    continuePath: `/application/${findNextStep(items) ?? 'review'}`,
  };
}
