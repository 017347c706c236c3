import { FileText } from 'lucide-react';
import { Badge } from '~/ui/content/status-badge';
import { TextLink } from '~/ui/content/text-link';
import type { DocumentView } from './document-view';

const statusTexts = {
  uploading: { text: 'Uploading', tone: 'caution' },
  checking: { text: 'Checking', tone: 'caution' },
  ready: { text: 'Received', tone: 'positive' },
  rejected: { text: 'Rejected', tone: 'negative' },
} as const;

/** A document: its name, size, and status, with a preview of an image. */
export function SubmittedDocument({
  document: { id, fileName, contentType, sizeBytes, status },
}: {
  document: DocumentView;
}) {
  const path = `/documents/${id}/file`;
  const ready = status === 'ready';
  return (
    <div className="flex flex-wrap items-start gap-3">
      {ready && contentType.startsWith('image/') ? (
        <img
          loading="lazy"
          src={`${path}?preview`}
          alt={`Preview of ${fileName}`}
          className="max-h-40 max-w-full rounded border border-line bg-sunken"
        />
      ) : (
        <FileText size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-ink-soft" />
      )}
      <div className="min-w-0 space-y-1">
        <p className="break-words">
          {ready ? (
            <TextLink to={path} reloadDocument>
              {fileName}
            </TextLink>
          ) : (
            fileName
          )}{' '}
          <span className="text-sm text-ink-soft">{sizeText(sizeBytes)}</span>
        </p>
        <Badge {...statusTexts[status]} />
      </div>
    </div>
  );
}

function sizeText(bytes: number): string {
  return bytes < 1_048_576
    ? `${Math.max(1, Math.round(bytes / 1024))} KB`
    : `${(bytes / 1_048_576).toFixed(1)} MB`;
}
