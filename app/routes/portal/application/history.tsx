import { applicationEventLabels } from '~/ui/labels/application-labels';
import { Time } from '~/ui/content/time';

type Entry = { id: string; type: string; actor: string; message: string | null; createdAt: Date };

/** The application's history, newest first, as reviewers see it. */
export function History({ entries }: { entries: readonly Entry[] }) {
  return (
    <ol className="divide-y divide-line">
      {entries.map(({ id, type, actor, message, createdAt }) => (
        <li key={id} className="py-3 first:pt-0 last:pb-0">
          <p className="font-medium">{applicationEventLabels[type] ?? type}</p>
          <p className="text-sm text-ink-soft">
            {actor}, <Time at={createdAt} />
          </p>
          {message && <p className="mt-1 max-w-2xl break-words whitespace-pre-line">{message}</p>}
        </li>
      ))}
    </ol>
  );
}
