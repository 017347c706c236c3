import type { Acquirer, DisputeReceipt, EvidenceFile } from '~/acquirers/acquirer';
import type { EvidenceFault } from '~/acquirers/evidence-fault';
import { requestOutcome } from '~/acquirers/outcome-request';
import { findDocument, openDocument } from '~/documents/documents';
import { reencodeImage } from '~/documents/image-encoding';
import { notifyResponseReturned } from './dispute-notifications';
import { toEvidenceKind } from './evidence';
import { getConnection } from '~/payments/connections/connections';
import { queryRows } from '~/platform/database/query.server';
import { prisma, type Database } from '~/platform/database/db.server';
import { log } from '~/platform/observability/log';

type Due = {
  id: string;
  accountId: string;
  connectionId: string;
  decision: 'answer' | 'accept';
  text: string;
  files: { id: string; name: string }[];
  dispute: string;
  attempts: number;
  isRepeated: boolean;
};

/** A conversion that fails this often fails because of the image, and not because the machine is busy. */
const maximumConversions = 5;

/**
 * Leasing a response postpones its next attempt, by three minutes to an hour, so that another process retries it if this
 * one dies. Converting images and sending them takes less.
 */
const leaseDueResponses = `
  update disputes d set attempts = d.attempts + 1, next_attempt_at = now() + least(3600, greatest(180, 60 * power(2, least(d.attempts, 6)))) * interval '1 second'
  from transactions t
  where t.id = d.transaction_id and d.transaction_id in (
    select transaction_id from disputes where state = 'sending' and next_attempt_at <= now() order by next_attempt_at limit 1 for update skip locked)
  returning d.transaction_id as id, d.account_id as "accountId", t.connection_id as "connectionId", d.decision, d.text, d.files, t.authorization_id as dispute, d.attempts, d.requested_at is not null as "isRepeated"`;

/** Sends dispute responses to the acquirers until they're acknowledged. Called by a timer. */
export async function submitDisputeResponses(stopping?: AbortSignal): Promise<void> {
  while (!stopping?.aborted) {
    const [due] = await queryRows<Due>({ text: leaseDueResponses });
    if (!due) return;
    try {
      await submitResponse(due);
    } catch (error) {
      log.error('submitting the dispute evidence', error, { transactionId: due.id });
    }
  }
}

async function submitResponse(due: Due): Promise<void> {
  const connection = await getConnection(due.connectionId);
  if (!connection) return;
  const { acquirer } = connection;
  const receipt =
    due.decision === 'accept' ? await submitAcceptance(acquirer, due) : await submitEvidence(acquirer, due);
  if (receipt.kind === 'returned') await returnToDraft(due, receipt.fault);
  else if (receipt.kind !== 'unknown') await record(due, receipt.kind);
}

function submitAcceptance(acquirer: Acquirer, { id, dispute }: Due): Promise<DisputeReceipt> {
  return requestOutcome(id, (signal) => acquirer.acceptDispute({ reference: id, dispute }, signal));
}

/** All files or nothing: a response without its evidence would be lost. */
async function submitEvidence(acquirer: Acquirer, due: Due): Promise<DisputeReceipt> {
  const { id, accountId, dispute, text, files, isRepeated } = due;
  const evidence: EvidenceFile[] = [];
  for (const file of files) {
    const document = await findDocument({ accountId, documentId: file.id });
    if (!document) throw new Error('an evidence file is missing');
    const bytes = await openDocument(document);
    if (bytes === 'storage_down') return { kind: 'unknown' };
    const { contentType } = document;
    const isJpeg = acquirer.requiresJpegEvidence && contentType === 'image/png';
    const content = isJpeg ? await toJpeg(bytes, due) : { contentType, bytes };
    if (!content) return { kind: 'returned', fault: 'files_unsuitable' };
    evidence.push({ kind: toEvidenceKind(document.kind), name: file.name, ...content });
  }
  const { count } = await prisma.dispute.updateMany({
    where: toLease(due),
    data: { requestedAt: new Date() },
  });
  // Another process has leased the response.
  if (count === 0) return { kind: 'unknown' };
  return requestOutcome(id, (signal) =>
    acquirer.submitEvidence(
      { reference: id, dispute, text, files: evidence, ...(isRepeated && { isRepeated }) },
      signal,
    ),
  );
}

/** The response, unless it's over or another attempt has begun. */
const toLease = ({ id, attempts }: Due) => ({ transactionId: id, state: 'sending', attempts });

/** Null for an image that can't be converted. */
async function toJpeg(
  png: Buffer,
  { attempts }: Due,
): Promise<Pick<EvidenceFile, 'contentType' | 'bytes'> | null> {
  const jpeg = await reencodeImage(png, { isJpegRequired: true });
  if (typeof jpeg !== 'string') return { contentType: jpeg.contentType, bytes: jpeg.bytes };
  if (attempts >= maximumConversions) return null;
  throw new Error(`the PNG of a dispute response is ${jpeg}`);
}

/** Nothing was submitted, so the response is a draft again, and the team can change its files until the deadline. */
async function returnToDraft(due: Due, fault: EvidenceFault): Promise<void> {
  const { id } = due;
  await prisma.$transaction(async (db) => {
    await lockChargeback(db, id);
    const { count } = await db.dispute.updateMany({
      where: toLease(due),
      data: {
        ...{ state: null, decision: null, submittedAt: null, submittedBy: null, nextAttemptAt: null },
        ...{ attempts: 0, requestedAt: null, files: [], returnedFault: fault },
      },
    });
    if (count === 0) return;
    log.warn('dispute response returned', { transactionId: id, code: fault });
    if (await needResponseAgain(db, id)) await notifyResponseReturned(db, id);
  });
}

/** After the acquirer rejected a response, the chargeback stays as it is until its decision is reported. */
async function record({ id }: Due, state: 'acknowledged' | 'refused'): Promise<void> {
  await prisma.$transaction(async (db) => {
    await lockChargeback(db, id);
    const { count } = await db.dispute.updateMany({
      where: { transactionId: id, state: 'sending' },
      data: { state, acquirerRespondedAt: new Date(), nextAttemptAt: null },
    });
    if (count > 0 && state === 'refused') await needResponseAgain(db, id);
  });
}

/** Before the response, as its decision does. */
async function lockChargeback(db: Database, id: string): Promise<void> {
  await db.$queryRaw`select id from transactions where id = ${id} for no key update`;
}

/** @returns false if the chargeback has been decided in the meantime */
async function needResponseAgain(db: Database, id: string): Promise<boolean> {
  const { count } = await db.transaction.updateMany({
    where: { id, status: 'CAPTURED' },
    data: { disputeStage: 'needs_response', version: { increment: 1 }, updatedAt: new Date() },
  });
  return count > 0;
}
