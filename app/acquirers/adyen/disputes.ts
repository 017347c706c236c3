import type { Acquirer, DisputeReceipt, DisputeRequest, EvidenceFile } from '../acquirer';
import { UnsentEvidenceError } from '../evidence-fault';
import { hashRequest } from '../request-hash';
import { AdyenError } from './http-client';
import { logAdyenFailure, withinAdyenRate, type AdyenServices } from './requests';
import { createTextPdf } from './text-pdf';

type Disputes = AdyenServices['disputes'];
type Reasons = Awaited<ReturnType<Disputes['retrieveApplicableDefenseReasons']>>['defenseReasons'];
type Reason = NonNullable<Reasons>[number];
type EvidenceDocument = { kind: EvidenceFile['kind'] | 'text'; contentType: string; bytes: Buffer };

/** The sizes that Adyen accepts, in megabytes. */
const documentLimits: Record<string, number> = { 'application/pdf': 2, 'image/jpeg': 10 };

/**
 * Supplies the text, as a PDF, and the files, and defends the dispute with the first defense reason that has a document
 * type for each of them. It can be repeated, because Adyen replaces documents and defends a dispute only once.
 */
export function submitAdyenEvidence(
  disputes: Disputes,
  merchantAccountCode: string,
  { reference, dispute, text, files, isRepeated }: Parameters<Acquirer['submitEvidence']>[0],
  signal: AbortSignal,
): Promise<DisputeReceipt> {
  const names = { disputePspReference: dispute, merchantAccountCode };
  return toReceipt(reference, async () => {
    const documents: EvidenceDocument[] = [...files];
    if (text) documents.unshift({ kind: 'text', contentType: 'application/pdf', bytes: createTextPdf(text) });
    const { disputeServiceResult, defenseReasons = [] } = await withinAdyenRate(signal, () =>
      disputes.retrieveApplicableDefenseReasons(names, { signal }),
    ).catch((error: unknown) => {
      throw isRepeated && error instanceof AdyenError ? new AdyenError('uncertain', error.code) : error;
    });
    // A dispute that an earlier attempt has defended can't be defended again. One that is decided can't, either.
    if (isRepeated && (disputeServiceResult?.success !== true || !defenseReasons.length)) return undefined;
    if (disputeServiceResult?.success !== true) return disputeServiceResult;
    if (
      documents.some(
        ({ contentType, bytes }) => bytes.length > (documentLimits[contentType] ?? 0) * 1024 * 1024,
      )
    )
      throw new UnsentEvidenceError('file_too_large');
    const defense = chooseDefense(defenseReasons, documents);
    if (!defense) throw new UnsentEvidenceError('files_unsuitable');
    // Other documents may follow after a response was returned.
    const hash = hashRequest(JSON.stringify(defense.documents));
    const supplied = await withinAdyenRate(signal, () =>
      disputes.supplyDefenseDocument(
        { ...names, defenseDocuments: defense.documents },
        { signal, idempotencyKey: `${reference}-files-${hash}` },
      ),
    ).catch(rejectDocuments);
    if (supplied.disputeServiceResult?.success === false) throw new UnsentEvidenceError('files_unsuitable');
    if (supplied.disputeServiceResult?.success !== true) return undefined;
    const answer = await withinAdyenRate(signal, () =>
      disputes.defendDispute(
        { ...names, defenseReasonCode: defense.code },
        { signal, idempotencyKey: `${reference}-defend` },
      ),
    );
    return answer.disputeServiceResult;
  });
}

/** Until the dispute is defended, nothing is submitted. */
function rejectDocuments(error: unknown): never {
  throw error instanceof AdyenError && error.kind === 'refused'
    ? new UnsentEvidenceError('files_unsuitable')
    : error;
}

/** Accepts a dispute, which is then lost. */
export function acceptAdyenDispute(
  disputes: Disputes,
  merchantAccountCode: string,
  { reference, dispute }: DisputeRequest,
  signal: AbortSignal,
): Promise<DisputeReceipt> {
  return toReceipt(reference, async () => {
    const answer = await withinAdyenRate(signal, () =>
      disputes.acceptDispute(
        { disputePspReference: dispute, merchantAccountCode },
        { signal, idempotencyKey: `${reference}-accept` },
      ),
    );
    return answer.disputeServiceResult;
  });
}

/** The document types that fit best, if the defense reason has them. */
const preferredTypes: Record<EvidenceDocument['kind'], RegExp> = {
  text: /material|written|explanation|goodsorservicesprovided/i,
  receipt: /invoice|receipt/i,
  delivery: /delivery|shipping|goodsorservicesprovided/i,
  correspondence: /communication|correspondence/i,
  other: /material/i,
};

/** Gives each document its own type, required types first. Null if no reason has a type for every document. */
export function chooseDefense(reasons: Reason[], documents: EvidenceDocument[]) {
  for (const { defenseReasonCode: code, defenseDocumentTypes } of reasons) {
    const types = (defenseDocumentTypes ?? []).toSorted((a, b) => rankOf(a) - rankOf(b));
    const free = [...types];
    const assigned = new Map<EvidenceDocument, string>();
    const assign = (document: EvidenceDocument, index: number) =>
      assigned.set(document, free.splice(index, 1)[0]!.defenseDocumentTypeCode);
    for (const document of documents) {
      const index = free.findIndex(({ defenseDocumentTypeCode: type }) =>
        preferredTypes[document.kind].test(type),
      );
      if (index >= 0) assign(document, index);
    }
    for (const document of documents) if (!assigned.has(document) && free.length) assign(document, 0);
    const isMissing = (level: string) => free.some(({ requirementLevel }) => requirementLevel === level);
    const alternatives = types.filter(({ requirementLevel }) => requirementLevel === 'OneOrMore');
    const hasAlternative = alternatives.some((type) => !free.includes(type));
    if (assigned.size < documents.length || isMissing('Required') || isMissing('AlternativeRequired'))
      continue;
    if (alternatives.length && !hasAlternative) continue;
    return {
      code,
      documents: documents.map((document) => ({
        content: document.bytes.toString('base64'),
        contentType: document.contentType,
        defenseDocumentTypeCode: assigned.get(document)!,
      })),
    };
  }
  return null;
}

const ranks = ['Required', 'AlternativeRequired', 'OneOrMore'];
const rankOf = ({ requirementLevel }: { requirementLevel: string }) => {
  const rank = ranks.indexOf(requirementLevel);
  return rank < 0 ? ranks.length : rank;
};

/** Adyen refuses a response after the deadline or the decision. After other errors, it can be sent again. */
async function toReceipt(
  reference: string,
  request: () => Promise<{ success?: boolean } | undefined>,
): Promise<DisputeReceipt> {
  try {
    const result = await request();
    if (typeof result?.success !== 'boolean') return { kind: 'unknown' };
    return { kind: result.success ? 'acknowledged' : 'refused' };
  } catch (error) {
    if (error instanceof UnsentEvidenceError) return { kind: 'returned', fault: error.fault };
    if (!(error instanceof AdyenError)) throw error;
    logAdyenFailure(reference, error);
    return { kind: error.kind === 'refused' ? 'refused' : 'unknown' };
  }
}
