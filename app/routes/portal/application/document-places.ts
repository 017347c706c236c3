import { listDocuments } from '~/documents/documents';
import type { ChecklistItem } from '~/merchants/applications/answers/checklist';
import { toReviewItemAnchor } from '~/merchants/applications/answers/review-items';
import { shownDocument, type ShownDocument } from './shown-document';

/** Where a document is handed in, with the newest one that was, and the one that stands where the newest is refused. */
export type DocumentPlace = {
  kind: string;
  subject: string;
  label: string;
  why: string;
  id: string;
  editable: boolean;
  error?: string;
  document: ShownDocument | null;
  standing: ShownDocument | null;
};

export async function documentPlaces(
  accountId: string,
  items: readonly ChecklistItem[],
): Promise<DocumentPlace[]> {
  const wanted = items.filter(({ documentSlot }) => documentSlot);
  const handedIn = wanted.length ? await listDocuments(accountId) : [];
  return wanted.map(({ key, label, documentSlot, isOpen, requestedChange, isChanged }) => {
    const [newest, former] = handedIn
      .filter(({ kind, subject }) => kind === documentSlot!.kind && subject === documentSlot!.subject)
      .map(shownDocument);
    const error = requestedChange && !isChanged ? `The reviewer wrote: ${requestedChange}` : undefined;
    return {
      ...documentSlot!,
      label,
      id: toReviewItemAnchor(key),
      editable: isOpen,
      error,
      document: newest ?? null,
      standing: (newest?.status === 'refused' && former) || null,
    };
  });
}
