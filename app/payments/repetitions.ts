import { setTimeout as sleep } from 'node:timers/promises';
import type { Outcome } from '~/acquirers/acquirer';
import { ask } from '~/acquirers/ask';
import { acquirerFor } from '~/acquirers/registry';
import { createDatabaseClock } from '~/platform/time/clock';
import { differingMembers } from './fingerprints';
import { leaseMs, leaveUnknown, recordOutcome } from './outcomes';
import type { AcquirerReply } from './replies';
import { findClaim, retake, type Claimed, type IdempotencyKey } from './claims';
import { findTransactionRow } from './transaction-rows';

const twinWaitMs = 2_000;
const twinPollMs = 25;

/**
 * Answers a request whose external_id may have been used before (decisions: external_id): the stored reply for the same
 * content, a conflict for other content. A twin in flight is waited for. Where the first request never learnt its
 * outcome, the acquirer is asked by our reference, and `resume` asks it again if it has never seen that.
 * @returns null when the external_id is free
 */
export async function answerRepetition(
  key: IdempotencyKey,
  fingerprint: string,
  resume: (claimed: Claimed, signal: AbortSignal) => Promise<Outcome>,
): Promise<AcquirerReply | null> {
  for (const start = performance.now(); ; await sleep(twinPollMs)) {
    const [claim] = await findClaim(key);
    if (!claim) return null;
    const differing = differingMembers(claim.fingerprint, fingerprint);
    if (differing.length) {
      const [row] = await findTransactionRow({
        accountId: key.accountId,
        environment: key.environment,
        id: claim.resource_id,
      });
      return { kind: 'external_id_conflict', resourceId: claim.resource_id, status: row?.status, differing };
    }
    if (claim.response_body !== null) return { kind: 'done', body: claim.response_body, replayed: true };
    if (!claim.in_flight) {
      const [claimed] = await retake({ operationId: claim.operation_id!, leaseMs });
      if (claimed) return inquire(claimed, resume);
    }
    if (performance.now() - start > twinWaitMs)
      return { kind: 'request_in_progress', retryAfterSeconds: Math.ceil(leaseMs / 1000) };
  }
}

async function inquire(
  claimed: Claimed,
  resume: (claimed: Claimed, signal: AbortSignal) => Promise<Outcome>,
): Promise<AcquirerReply> {
  const clock = createDatabaseClock(claimed.database_now);
  const acquirer = acquirerFor(claimed.environment);
  if (!acquirer) return { kind: 'acquirer_not_configured' };
  const known = await ask(claimed.operation_id, (signal) => acquirer.lookup(claimed.operation_id, signal));
  const outcome =
    known.kind === 'not_found' ? await ask(claimed.operation_id, (signal) => resume(claimed, signal)) : known;
  if (outcome.kind === 'unknown') return leaveUnknown(claimed);
  return { kind: 'done', body: await recordOutcome(claimed, outcome, clock()), replayed: true };
}
