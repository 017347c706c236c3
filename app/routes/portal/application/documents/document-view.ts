import type { MerchantDocument } from '~/documents/documents';
import { documentMessages } from '~/routes/documents/document-messages';

/** What the browser is notified of a document. */
export type DocumentView = Pick<
  MerchantDocument,
  'id' | 'fileName' | 'contentType' | 'sizeBytes' | 'status'
> & {
  /** Why it was refused, in words to act on. */
  fault: string | null;
};

export function toDocumentView({
  id,
  fileName,
  contentType,
  sizeBytes,
  status,
  rejectionReason: fault,
}: MerchantDocument): DocumentView {
  return {
    id,
    fileName,
    contentType,
    sizeBytes,
    status,
    fault: fault && documentMessages[fault as keyof typeof documentMessages],
  };
}
