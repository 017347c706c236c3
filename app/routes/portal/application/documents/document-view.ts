import type { MerchantDocument } from '~/documents/documents';
import { documentMessages } from '~/routes/documents/document-messages';

/** A document for the browser. */
export type DocumentView = Pick<
  MerchantDocument,
  'id' | 'fileName' | 'contentType' | 'sizeBytes' | 'status'
> & {
  /** Why it was rejected, and what to do. */
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
