import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import type { DisputeReceipt, DisputeRequest, EvidenceFile } from '../acquirer';
import { UnsentEvidenceError } from '../evidence-fault';
import { hashRequest } from '../request-hash';
import { codeOf, keyOf, logFailure, requireObject, withinRateLimit } from './requests';

/** Where the evidence of each kind belongs. Stripe takes one file for each. */
const fieldsByKind = {
  receipt: 'receipt',
  delivery: 'shipping_documentation',
  correspondence: 'customer_communication',
  other: 'uncategorized_file',
} as const satisfies Record<EvidenceFile['kind'], keyof Stripe.DisputeUpdateParams.Evidence>;

/** docs.stripe.com/disputes/responding */
const maximumFileBytes = 5_000_000;

/** Uploads the files and submits them with the text. Repeating it has one effect. */
export function submitStripeEvidence(
  stripe: Stripe,
  { reference, dispute, text, files }: DisputeRequest & { text: string; files: EvidenceFile[] },
  signal: AbortSignal,
): Promise<DisputeReceipt> {
  return toReceipt(reference, async () => {
    const evidence: Stripe.DisputeUpdateParams.Evidence = text ? { uncategorized_text: text } : {};
    if (files.some(({ bytes }) => bytes.length > maximumFileBytes))
      throw new UnsentEvidenceError('file_too_large');
    for (const { kind, name, contentType, bytes } of files) {
      const file = await withinRateLimit(signal, () =>
        stripe.files.create(
          { purpose: 'dispute_evidence', file: { data: bytes, name, type: contentType } },
          keyOf(reference, `-${kind}-${hashFile(name, contentType, bytes)}`),
        ),
      ).catch(rejectFile);
      evidence[fieldsByKind[kind]] = requireObject(file, 'file').id;
    }
    return withinRateLimit(signal, () =>
      stripe.disputes.update(
        dispute,
        { evidence, submit: true, metadata: { reference } },
        keyOf(reference, `-evidence-${hashRequest(JSON.stringify(evidence))}`),
      ),
    ).catch(async (error: unknown) => {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      // Stripe estimates the pages of the text and all files, and submits nothing above the card network's limit.
      if (error.code === 'dispute_evidence_page_limit_exceeded')
        throw new UnsentEvidenceError('too_many_pages');
      // Stripe forgets idempotency keys, so it refuses to repeat a response whose answer was lost long ago.
      const current = await withinRateLimit(signal, () => stripe.disputes.retrieve(dispute));
      const isSubmitted = current.evidence_details.submission_count > 0;
      if (isSubmitted && current.metadata.reference === reference) return current;
      throw error;
    });
  });
}

/** Another file of the same kind may follow after a response was returned. */
function hashFile(...parts: (string | Buffer)[]): string {
  return hashRequest(parts.map((part) => createHash('sha256').update(part).digest('hex')).join());
}

/** Until the dispute is updated, nothing is submitted. */
function rejectFile(error: unknown): never {
  throw error instanceof Stripe.errors.StripeInvalidRequestError
    ? new UnsentEvidenceError('files_unsuitable')
    : error;
}

/** Accepts a dispute, which is then lost. */
export function acceptStripeDispute(
  stripe: Stripe,
  { reference, dispute }: DisputeRequest,
  signal: AbortSignal,
): Promise<DisputeReceipt> {
  return toReceipt(reference, () =>
    withinRateLimit(signal, () => stripe.disputes.close(dispute, {}, keyOf(reference, '-accept'))),
  );
}

/** Stripe refuses a response after the deadline or the decision. All other errors leave it open to be sent again. */
async function toReceipt(reference: string, request: () => Promise<Stripe.Dispute>): Promise<DisputeReceipt> {
  try {
    requireObject(await request(), 'dispute');
    return { kind: 'acknowledged' };
  } catch (error) {
    if (error instanceof UnsentEvidenceError) return { kind: 'returned', fault: error.fault };
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return { kind: 'refused' };
    logFailure(reference, codeOf(error));
    return { kind: 'unknown' };
  }
}
