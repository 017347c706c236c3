import type { ApplicationHistoryEntry } from '~/merchants/applications/history';
import { Time } from '~/ui/content/time';
import { getReviewEventLabel } from '../review-labels';

/** The history, newest first, including internal entries. */
export function ReviewHistory({ entries }: { entries: readonly ApplicationHistoryEntry[] }) {
  return (
    <ol className="divide-y divide-line">
      {entries.map(({ id, type, actor, message, internal, createdAt }) => (
        <li key={id} className="py-3 last:pb-0">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <h3 className="font-medium">
              {getReviewEventLabel(type)}
              {internal && <span className="font-normal text-ink-soft"> (internal)</span>}
            </h3>
            <p className="text-sm text-ink-soft">
              {actor}, <Time at={createdAt} />
            </p>
          </div>
          {message && <p className="mt-1 max-w-3xl whitespace-pre-wrap">{message}</p>}
        </li>
      ))}
    </ol>
  );
}
