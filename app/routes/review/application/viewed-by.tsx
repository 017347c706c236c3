import { Fragment } from 'react';
import type { DocumentViewEntry } from '~/merchants/applications/review/document-views';
import { Time } from '~/ui/content/time';

/** Which staff members have seen a document or the bank account number, each once. */
export function ViewedBy({ views }: { views: readonly DocumentViewEntry[] }) {
  if (!views.length) return null;
  return (
    <p className="text-sm text-ink-soft">
      Viewed by{' '}
      {views.map(({ by, at }, i) => (
        <Fragment key={by}>
          {i > 0 && '; '}
          {by}, <Time at={at} />
        </Fragment>
      ))}
    </p>
  );
}
