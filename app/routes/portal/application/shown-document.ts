import type { MerchantDocument } from '~/documents/documents';
import { documentWords } from '../../document-words';

/** What the browser is told of a document. */
export type ShownDocument = Pick<
  MerchantDocument,
  'id' | 'fileName' | 'contentType' | 'sizeBytes' | 'status'
> & {
  /** Why it was refused, in words to act on. */
  fault: string | null;
};

export function shownDocument({
  id,
  fileName,
  contentType,
  sizeBytes,
  status,
  rejectionReason: fault,
}: MerchantDocument): ShownDocument {
  return {
    id,
    fileName,
    contentType,
    sizeBytes,
    status,
    fault: fault && documentWords[fault as keyof typeof documentWords],
  };
}
