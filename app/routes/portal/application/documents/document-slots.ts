import { listDocuments } from '~/documents/documents';
import type { ChecklistItem } from '~/merchants/applications/answers/checklist';
import { toReviewItemAnchor } from '~/merchants/applications/answers/review-items';
import { toDocumentView, type DocumentView } from './document-view';

/** A document slot with its newest document, and the current one when the newest is rejected. */
export type DocumentSlotView = {
  kind: string;
  subject: string;
  label: string;
  why: string;
  id: string;
  editable: boolean;
  error?: string;
  document: DocumentView | null;
  currentDocument: DocumentView | null;
};

export async function listDocumentSlots(
  accountId: string,
  items: readonly ChecklistItem[],
): Promise<DocumentSlotView[]> {
  const wanted = items.filter(({ documentSlot }) => documentSlot);
  const submitted = wanted.length ? await listDocuments(accountId) : [];
  return wanted.map(({ key, label, documentSlot, isOpen, requestedChange, isChanged }) => {
    const [newest, former] = submitted
      .filter(({ kind, subject }) => kind === documentSlot!.kind && subject === documentSlot!.subject)
      .map(toDocumentView);
    const error = requestedChange && !isChanged ? `Message from the reviewer: ${requestedChange}` : undefined;
    return {
      ...documentSlot!,
      label,
      id: toReviewItemAnchor(key),
      editable: isOpen,
      error,
      document: newest ?? null,
      currentDocument: (newest?.status === 'rejected' && former) || null,
    };
  });
}
