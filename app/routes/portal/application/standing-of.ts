import { isItemPending, findNextStep, type Checklist } from '~/merchants/applications/answers/checklist';
import type { ApplicationState } from '~/merchants/applications/states';
import { config } from '~/platform/config.server';

/** Where an application stands, in figures. */
export type StandingFacts = {
  state: ApplicationState;
  isBegun: boolean;
  promisedAt: Date | null;
  /** How long an answer takes after handing in. */
  workingDays: number;
  done: number;
  of: number;
  /** The first step with something to do; the last look when nothing is left. */
  goOnPath: string;
};

export function standingOf({ applicationId, state, promisedAt, items }: Checklist): StandingFacts {
  return {
    state,
    isBegun: applicationId !== null,
    promisedAt,
    workingDays: config.reviewWorkingDays,
    done: items.filter((item) => !isItemPending(item)).length,
    of: items.length,
    goOnPath: `/application/${findNextStep(items) ?? 'review'}`,
  };
}
