import { Badge } from '~/ui/content/status-badge';
import { TextLink } from '~/ui/content/text-link';

type RequestedChange = { key: string; label: string; message: string; isDone: boolean; path: string };

/** The reviewer's message and the requested changes, each linked to its field. */
export function RequestedChanges({
  message,
  changes,
}: {
  message: string;
  changes: readonly RequestedChange[];
}) {
  return (
    <div className="space-y-4">
      {message && <p className="max-w-2xl break-words whitespace-pre-line">{message}</p>}
      <ul className="divide-y divide-line">
        {changes.map(({ key, label, message, isDone, path }) => (
          <li key={key} className="py-3 first:pt-0 last:pb-0">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <TextLink to={path}>{label}</TextLink>
              <Badge
                {...(isDone
                  ? { text: 'Changed', tone: 'positive' }
                  : { text: 'Change needed', tone: 'caution' })}
              />
            </div>
            <p className="mt-1 max-w-2xl break-words whitespace-pre-line">{message}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
