import { config } from '~/platform/config/config.server';
import { prisma, type Database } from '~/platform/database/db.server';
import type { Application } from '~/merchants/applications/applications';
import {
  recordInternalEvent,
  toCaseActor,
  withAssignedCase,
  type CaseAction,
  type ReviewActionRejection,
} from '~/merchants/applications/review/assignments';
import { listStoredChecks, type StoredCheck } from './outside-checks';
import type { SanctionsMatch } from './sanctions-match';

export type ScreenedMatch = SanctionsMatch & { isCleared: boolean };

/**
 * Whether an application was compared with the sanctions list, and what it resembles. `off`: there's no list. `unavailable`:
 * the list can't be read.
 */
export type Screening = {
  state: 'off' | 'pending' | 'unavailable' | 'done';
  matches: ScreenedMatch[];
};

/** @param checks those of the application's current round */
export async function findScreening(
  { accountId }: Pick<Application, 'accountId'>,
  checks: readonly StoredCheck[],
  { db = prisma, isSetUp = Boolean(config.sanctionsList) }: { db?: Database; isSetUp?: boolean } = {},
): Promise<Screening> {
  const check = checks.find(
    ({ kind, result }) => kind === 'sanctions' && (isSetUp || result !== 'unavailable'),
  );
  const matches = check?.matches ?? [];
  const cleared = await db.auditEntry.findMany({
    where: {
      accountId,
      action: 'application_match_cleared',
      subject: { in: matches.map(({ id }) => id) },
    },
    select: { subject: true },
  });
  const clearedIds = new Set(cleared.map(({ subject }) => subject));
  return {
    state: toState(check, isSetUp),
    matches: matches.map((match) => ({ ...match, isCleared: clearedIds.has(match.id) })),
  };
}

function toState(check: StoredCheck | undefined, isSetUp: boolean): Screening['state'] {
  if (!check) return isSetUp ? 'pending' : 'off';
  return check.result === 'unavailable' ? 'unavailable' : 'done';
}

/** Why a screening blocks an approval, or null. */
export function findScreeningObstacle({ state, matches }: Screening): 'not_screened' | 'open_matches' | null {
  if (state === 'pending' || state === 'unavailable') return 'not_screened';
  return matches.some(({ isCleared }) => !isCleared) ? 'open_matches' : null;
}

/**
 * Records that the application and the list's entry aren't the same, and why. It stays cleared as long as the application's
 * name does.
 */
export function clearMatch(
  action: CaseAction & { matchId: string; reason: string },
): Promise<'match_cleared' | ReviewActionRejection> {
  return withAssignedCase(action, async (db, application) => {
    const { matches } = await findScreening(application, await listStoredChecks(application, db), { db });
    const match = matches.find(({ id }) => id === action.matchId);
    if (!match) return 'moved_on';
    if (match.isCleared) return 'match_cleared';
    await recordInternalEvent(db, application, {
      ...toCaseActor(action),
      type: 'match_cleared',
      subject: match.id,
      message: `${match.name} isn’t ${match.entry.name} (${match.entry.id}).\nReason: ${action.reason}`,
    });
    return 'match_cleared';
  });
}
