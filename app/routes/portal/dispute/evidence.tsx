import type { DisputeView } from '~/payments/disputes/disputes';
import { DocumentField } from '../application/documents/document-field';
import { SubmittedDocument } from '../application/documents/submitted-document';
import type { DocumentView } from '../application/documents/document-view';

/** An evidence slot with its newest file, and the current one when the newest is rejected. */
export type EvidenceSlot = {
  kind: string;
  document: DocumentView | null;
  currentDocument: DocumentView | null;
};

const texts: Record<string, { label: string; why: string }> = {
  dispute_evidence_receipt: {
    label: 'Receipt or invoice',
    why: 'What the customer bought, when, and for how much.',
  },
  dispute_evidence_delivery: {
    label: 'Proof of delivery',
    why: 'Proof that the goods arrived or the service was used, such as tracking information, a signature, or a log.',
  },
  dispute_evidence_correspondence: {
    label: 'Correspondence',
    why: 'Messages with the customer about this order.',
  },
  dispute_evidence_other: {
    label: 'Other',
    why: 'For example, your terms, or a refund made another way.',
  },
};

/** The evidence files: editable while the dispute is open, read-only afterward. */
export function Evidence({
  dispute,
  places,
  editable,
}: {
  dispute: Pick<DisputeView, 'id'>;
  places: readonly EvidenceSlot[];
  editable: boolean;
}) {
  if (editable)
    return (
      <div className="space-y-4">
        {places.map((place) => (
          <DocumentField
            key={place.kind}
            id={place.kind}
            {...place}
            {...texts[place.kind]!}
            subject={dispute.id}
            editable
          />
        ))}
      </div>
    );
  const sent = places.flatMap(({ kind, document, currentDocument }) =>
    [document, currentDocument].flatMap((file) => (file?.status === 'ready' ? [{ kind, file }] : [])),
  );
  if (!sent.length) return <p className="text-ink-soft">No files</p>;
  return (
    <ul className="space-y-4">
      {sent.map(({ kind, file }) => (
        <li key={file.id}>
          <p className="mb-1 font-medium">{texts[kind]!.label}</p>
          <SubmittedDocument document={file} />
        </li>
      ))}
    </ul>
  );
}
