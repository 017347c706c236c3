import { prisma, type Database } from '~/platform/database/db.server';
import type { Application } from '~/merchants/applications/applications';
import { isAnswerDue, type ApplicationState } from '~/merchants/applications/states';
import {
  recordInternalEvent,
  toCaseActor,
  withAssignedCase,
  type CaseAction,
  type ReviewActionRejection,
} from '~/merchants/applications/review/assignments';
import { listStoredChecks, type StoredCheck } from './outside-checks';
import { createSanctionsCheck } from './sanctions-check';
import type { Screening } from './sanctions-match';

type ScreeningOptions = {
  db?: Database;
  /** Of the application's current round, if the caller has read them. */
  checks?: readonly StoredCheck[];
  /** The list's current version. Null: there's no list. */
  version?: string | null;
};

/** The screening of the application's current round. */
export async function findScreening(
  application: Pick<Application, 'id' | 'accountId' | 'round' | 'state'>,
  { db = prisma, checks, version: knownVersion }: ScreeningOptions = {},
): Promise<Screening> {
  const version = knownVersion === undefined ? await createSanctionsCheck().findVersion() : knownVersion;
  const check = (checks ?? (await listStoredChecks(application, db))).find(
    ({ kind, result }) => kind === 'sanctions' && (version !== null || result !== 'unavailable'),
  );
  const matches = check?.matches ?? [];
  const cleared = await db.auditEntry.findMany({
    where: {
      accountId: application.accountId,
      action: 'application_match_cleared',
      subject: { in: matches.map(({ id }) => id) },
    },
    select: { subject: true },
  });
  const clearedIds = new Set(cleared.map(({ subject }) => subject));
  return {
    state: toState(check, version, application.state),
    matches: matches.map((match) => ({ ...match, isCleared: clearedIds.has(match.id) })),
  };
}

function toState(
  check: StoredCheck | undefined,
  version: string | null,
  state: ApplicationState,
): Screening['state'] {
  if (!check) return version === null ? 'off' : 'pending';
  // A new list isn't compared with decided applications.
  if (version !== null && check.version !== version && isAnswerDue(state)) return 'pending';
  return check.result === 'unavailable' ? 'unavailable' : 'done';
}

/**
 * Records that the application and the list's entry aren't the same, and why. It stays cleared as long as the application's
 * name does.
 */
export function clearMatch(
  action: CaseAction & { matchId: string; reason: string },
): Promise<'match_cleared' | ReviewActionRejection> {
  return withAssignedCase(action, async (db, application) => {
    const { matches } = await findScreening(application, { db });
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
