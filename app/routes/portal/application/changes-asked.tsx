import { Badge } from '~/ui/content/status-badge';
import { TextLink } from '~/ui/content/text-link';

type Asked = { key: string; label: string; asked: string; isDone: boolean; path: string };

/** What the reviewer wrote, and each thing to change, with the way to its field. */
export function ChangesAsked({ words, asked }: { words: string; asked: readonly Asked[] }) {
  return (
    <div className="space-y-4">
      {words && <p className="max-w-2xl break-words whitespace-pre-line">{words}</p>}
      <ul className="divide-y divide-line">
        {asked.map(({ key, label, asked, isDone, path }) => (
          <li key={key} className="py-3 first:pt-0 last:pb-0">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <TextLink to={path}>{label}</TextLink>
              <Badge
                {...(isDone ? { text: 'Changed', tone: 'positive' } : { text: 'To change', tone: 'caution' })}
              />
            </div>
            <p className="mt-1 max-w-2xl break-words whitespace-pre-line">{asked}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
