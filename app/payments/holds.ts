import { acquirerFor } from '~/acquirers/registry';
import { isUniqueViolation, type Database } from '~/platform/database/db.server';
import { createId, isId } from '~/platform/ids';
import { claimByHand, type ByHand } from './claims-by-hand';
import { fingerprint } from './fingerprints';
import { requestFollowUp } from './follow-ups';
import { leaseMs, settleClaim } from './outcomes';
import { explainRefusal } from './refusals';
import type { Actor, OperationReply } from './replies';
import { answerRepetition } from './repetitions';
import { startsFrom } from './states';
import type { Claimed } from './claims';
import { claimHold } from './hold-statements';

type HoldOperation = {
  operation: 'capture' | 'void';
  transactionId: string;
  externalId: string;
  /** Minor units; absent means all that remains. */
  amount?: number;
  reason?: string;
};

/**
 * Captures or voids what an authorization holds, wholly or in part (spec 4.4), in the three beats of createTransaction.
 * `byHand`: a person asks for it.
 */
export async function operateOnHold(
  actor: Actor,
  request: HoldOperation,
  byHand?: ByHand,
): Promise<OperationReply> {
  const { accountId, environment } = actor;
  const { operation, transactionId, externalId, amount = null, reason = null } = request;
  if (!isId('trx', transactionId)) return { kind: 'not_found' };
  const acquirer = acquirerFor(environment);
  if (!acquirer) return { kind: 'acquirer_not_configured' };

  const perform = (claimed: Claimed, signal: AbortSignal) => requestFollowUp(acquirer, claimed, signal);
  const content = fingerprint(environment, { trx_id: transactionId, operation, amount, reason });
  const claim = {
    ...actor,
    operationId: createId('op'),
    leaseMs,
    transactionId,
    type: operation,
    amount,
    reason,
    externalId,
    fingerprint: content,
  };
  const take = (db?: Database) =>
    claimHold({ ...claim, statuses: startsFrom(operation), seenVersion: byHand?.seenVersion ?? null }, db);
  const [claimed] = await (byHand ? claimByHand(byHand, take) : take()).catch(whenTaken);
  if (claimed) return settleClaim(claimed, (signal) => perform(claimed, signal));
  const repetition = await answerRepetition(
    { accountId, environment, family: 'operation', externalId },
    content,
    perform,
  );
  return repetition ?? explainRefusal(actor, { operation, transactionId, amount });
}

/** Two requests with one external_id can both find it free; the key's uniqueness then lets one of them through. */
export function whenTaken(error: unknown): [] {
  if (isUniqueViolation(error)) return [];
  throw error;
}
