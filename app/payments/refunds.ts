import { acquirerFor } from '~/acquirers/registry';
import type { Database } from '~/platform/database/db.server';
import { createId, isId } from '~/platform/ids';
import { claimByHand, type ByHand } from './claims-by-hand';
import { fingerprint } from './fingerprints';
import { requestFollowUp } from './follow-ups';
import { whenTaken } from './holds';
import { leaseMs, settleClaim } from './outcomes';
import { explainRefusal } from './refusals';
import type { Actor, OperationReply } from './replies';
import { answerRepetition } from './repetitions';
import { startsFrom } from './states';
import type { Claimed } from './claims';
import { claimRefund } from './refund-statements';

/** Amount in minor units. */
type NewRefund = { externalId: string; transactionId: string; amount: number; reason?: string };

/**
 * Returns captured funds as a new transaction of type REFUND (spec 4.8), in the three beats of createTransaction. `byHand`:
 * a person asks for it.
 */
export async function createRefund(
  actor: Actor,
  request: NewRefund,
  byHand?: ByHand,
): Promise<OperationReply> {
  const { accountId, environment } = actor;
  const { externalId, transactionId: parentId, amount, reason = null } = request;
  if (!isId('trx', parentId)) return { kind: 'not_found' };
  const acquirer = acquirerFor(environment);
  if (!acquirer) return { kind: 'acquirer_not_configured' };

  const refund = (claimed: Claimed, signal: AbortSignal) => requestFollowUp(acquirer, claimed, signal);
  const content = fingerprint(environment, { trx_id: parentId, amount, reason });
  const claim = {
    ...actor,
    operationId: createId('op'),
    transactionId: createId('trx'),
    leaseMs,
    parentId,
    amount,
    reason,
    externalId,
    fingerprint: content,
  };
  const take = (db?: Database) =>
    claimRefund({ ...claim, statuses: startsFrom('refund'), seenVersion: byHand?.seenVersion ?? null }, db);
  const [claimed] = await (byHand ? claimByHand(byHand, take) : take()).catch(whenTaken);
  if (claimed) return settleClaim(claimed, (signal) => refund(claimed, signal));
  const repetition = await answerRepetition(
    { accountId, environment, family: 'refund', externalId },
    content,
    refund,
  );
  return repetition ?? explainRefusal(actor, { operation: 'refund', transactionId: parentId, amount });
}
