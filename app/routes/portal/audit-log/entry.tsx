import type { ReactNode } from 'react';
import { getActionLabel } from '~/audit/action-labels';
import type { AuditLogEntry } from '~/merchants/accounts/audit-log';
import { buildListUrl } from '~/platform/lists/list-url';
import { useBrandName } from '~/ui/layout/brand';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { getActorLabel, listChanges, changeTitles, listFacts } from './entry-labels';

/** An entry of the account's audit log: who did what, when, from where, and what it changed. */
export function Entry({ entry, path }: { entry: AuditLogEntry; path: string }) {
  const { actor, action, subject, subjectName } = entry;
  return (
    <EntryItem entry={entry} who={getActorLabel(actor, useBrandName())} what={getActionLabel(action)}>
      {subject && (
        <span className="min-w-0 truncate" title={subjectName ? undefined : subject}>
          About:{' '}
          <TextLink
            to={buildListUrl(path, { subject })}
            aria-label={`Everything about ${subjectName ?? subject}`}
          >
            {subjectName ?? subject}
          </TextLink>
        </span>
      )}
      {subject?.startsWith('sup_') && (
        <TextLink to={`${path}/support-sessions/${subject}`}>Pages viewed</TextLink>
      )}
    </EntryItem>
  );
}

type EntryItemProps = {
  entry: Pick<AuditLogEntry, 'action' | 'details' | 'before' | 'after' | 'address' | 'createdAt'> & {
    number?: string | null;
  };
  who: ReactNode;
  what: string;
  /** What the entry is about, before its details. */
  children: ReactNode;
};

/** An entry of any audit log, with its details and a table of what changed. */
export function EntryItem({ entry, who, what, children }: EntryItemProps) {
  const { action, details, address, createdAt, number } = entry;
  const changes = listChanges(entry);
  const titles = changeTitles(action, changes);
  return (
    <li className="py-5 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 className="min-w-0 font-medium break-words">
          <span className="font-semibold">{who}</span> {what}
        </h3>
        <p className="text-sm text-ink-soft">
          <Time at={createdAt} />
        </p>
      </div>
      <p className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-sm text-ink-soft">
        {children}
        {address && <span className="break-all">From {address}</span>}
        {number && <span>No. {number}</span>}
        {listFacts(details).map(([name, value]) => (
          <span key={name} className="min-w-0 break-words">
            {name}: {value}
          </span>
        ))}
      </p>
      {changes.length > 0 && (
        <table className="mt-3 w-full max-w-3xl table-fixed text-left text-sm">
          <thead className="text-ink-soft">
            <tr>
              {[titles.field, titles.before, titles.after].map(
                (title) =>
                  title && (
                    <th key={title} scope="col" className="py-1 pr-3 font-medium">
                      {title}
                    </th>
                  ),
              )}
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-t border-line">
            {changes.map(({ field, before, after }) => (
              <tr key={field} className="align-top">
                <th scope="row" className="py-1.5 pr-3 font-normal break-words">
                  {field}
                </th>
                {titles.before && <td className="py-1.5 pr-3 break-words text-ink-soft">{before}</td>}
                <td className="py-1.5 font-medium break-words">{after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </li>
  );
}
