import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import type { DisputeReceipt, DisputeRequest, EvidenceFile } from '../acquirer';
import { UnsentEvidenceError } from '../evidence-fault';
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
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
      const file = await withinRateLimit(signal, () =>
        stripe.files.create(
          { purpose: 'dispute_evidence', file: { data: bytes, name, type: contentType } },
          // After a response was returned, another file of this kind may follow.
          keyOf(reference, `-${kind}-${hash}`),
        ),
      ).catch(rejectFile);
      evidence[fieldsByKind[kind]] = requireObject(file, 'file').id;
    }
    return withinRateLimit(signal, () =>
      stripe.disputes.update(dispute, { evidence, submit: true, metadata: { reference } }, keyOf(reference)),
    );
  });
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
    withinRateLimit(signal, () => stripe.disputes.close(dispute, {}, keyOf(reference))),
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
