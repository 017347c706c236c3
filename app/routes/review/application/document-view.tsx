import { Download } from 'lucide-react';
import { Fragment } from 'react';
import type { Item } from '~/merchants/applications/dossier';
import { Time } from '~/ui/time';

/** A document, and who has looked at it. Opening a preview is looking at it: the picture is fetched then, not before. */
export function DocumentView({
  document: { id, isImage, viewings, wasId },
  fileName,
  label,
}: {
  document: NonNullable<Item['document']>;
  fileName: string;
  label: string;
}) {
  return (
    <div className="space-y-1.5">
      <DocumentLink id={id} text={fileName} />
      {wasId && <DocumentLink id={wasId} text="The one it replaces" />}
      {isImage && (
        <details>
          <summary className="text-accent underline underline-offset-4">
            Preview<span className="sr-only"> of {label}</span>
          </summary>
          <img
            src={`/review/documents/${id}?preview`}
            alt={label}
            loading="lazy"
            className="mt-2 max-h-[32rem] max-w-full rounded-lg border border-line"
          />
        </details>
      )}
      {viewings.length > 0 && (
        <p className="text-sm text-ink-soft">
          Viewed by{' '}
          {viewings.map(({ by, at }, i) => (
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
