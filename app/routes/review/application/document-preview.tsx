import { Download } from 'lucide-react';
import { Fragment } from 'react';
import type { CaseItem } from '~/merchants/applications/review/review-case';
import { Time } from '~/ui/content/time';

/** A document and its viewers. Opening a preview counts as viewing: the image is loaded only then. */
export function DocumentPreview({
  document: { id, isImage, views, previousDocumentId },
  fileName,
  label,
}: {
  document: NonNullable<CaseItem['document']>;
  fileName: string;
  label: string;
}) {
  return (
    <div className="space-y-1.5">
      <DocumentLink id={id} text={fileName} />
      {previousDocumentId && <DocumentLink id={previousDocumentId} text="Replaced document" />}
      {isImage && (
        <details>
          <summary className="text-accent underline underline-offset-4">
            Preview<span className="sr-only"> of {label}</span>
          </summary>
          {/* React sets attributes in this order, and an image with a source loads at once unless it's lazy. */}
          <img
            loading="lazy"
            src={`/review/documents/${id}?page=1`}
            alt={label}
            className="mt-2 max-h-[32rem] max-w-full rounded-lg border border-line"
          />
        </details>
      )}
      {views.length > 0 && (
        <p className="text-sm text-ink-soft">
          Viewed by{' '}
          {views.map(({ by, at }, i) => (
            <Fragment key={by}>
              {i > 0 && '; '}
              {by}, <Time at={at} />
            </Fragment>
          ))}
        </p>
      )}
    </div>
  );
}

function DocumentLink({ id, text }: { id: string; text: string }) {
  return (
    <p>
      <a
        href={`/review/documents/${id}`}
        download
        className="inline-flex items-center gap-1.5 font-medium break-all text-accent underline underline-offset-4 hover:text-accent-strong"
      >
        <Download size={16} aria-hidden="true" className="shrink-0" />
        {text}
      </a>
    </p>
  );
}
