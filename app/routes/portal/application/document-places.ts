import { listDocuments } from '~/documents/documents';
import type { ChecklistItem } from '~/merchants/applications/checklist';
import { anchorOf } from '~/merchants/applications/subjects';
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
  const wanted = items.filter(({ place }) => place);
  const handedIn = wanted.length ? await listDocuments(accountId) : [];
  return wanted.map(({ key, label, place, isOpen, asked, isChanged }) => {
    const [newest, former] = handedIn
      .filter(({ kind, subject }) => kind === place!.kind && subject === place!.subject)
      .map(shownDocument);
    const error = asked && !isChanged ? `The reviewer wrote: ${asked}` : undefined;
    return {
      ...place!,
      label,
      id: anchorOf(key),
      editable: isOpen,
      error,
      document: newest ?? null,
      standing: (newest?.status === 'refused' && former) || null,
    };
  });
}
