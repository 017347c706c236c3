import { getStaffActionLabel } from '~/audit/staff-action-kinds';
import { buildListUrl } from '~/platform/lists/list-url';
import type { StaffAuditEntry } from '~/support/staff-audit/staff-audit-log';
import { useBrandName } from '~/ui/layout/brand';
import { TextLink } from '~/ui/content/text-link';
import { EntryItem } from '../../portal/audit-log/entry';
import { getStaffActorLabel } from './staff-actor-label';
import type { StaffAuditFilterView } from './staff-audit-filter';

type Props = { entry: StaffAuditEntry; path: string; filter: StaffAuditFilterView };

/** An entry of the staff's audit log, with links to the merchant's entries and to the record. */
export function StaffAuditEntryItem({ entry, path, filter }: Props) {
  const { action, account, subject, subjectName } = entry;
  const recordUrl = subject && getRecordUrl(subject, account?.id);
  return (
    <EntryItem
      entry={entry}
      who={getStaffActorLabel(entry, useBrandName())}
      what={getStaffActionLabel(action)}
    >
      {account && (
        <span className="min-w-0 break-words">
          Merchant:{' '}
          <TextLink
            to={buildListUrl(path, { ...filter, account: account.id })}
            aria-label={`All entries about ${account.name}`}
          >
            {account.name}
          </TextLink>
        </span>
      )}
      {subject && subject !== account?.id && (
        <span className="min-w-0 truncate" title={subjectName ? undefined : subject}>
          About: {recordUrl ? <TextLink to={recordUrl}>{subject}</TextLink> : (subjectName ?? subject)}
        </span>
      )}
    </EntryItem>
  );
}

/** The staff page of a record. Opening it is recorded, too. */
function getRecordUrl(subject: string, accountId: string | undefined): string | null {
  if (subject.startsWith('trx_')) return `/support/transactions/${subject}`;
  if (subject.startsWith('po_') && accountId) return `/support/merchants/${accountId}/payouts/${subject}`;
  if (subject.startsWith('int_')) return `/support/intents/${subject}`;
  if (subject.startsWith('mail_')) return `/staff/mails/${subject}`;
  if (subject.startsWith('sup_')) return `/staff/support-sessions/${subject}`;
  return null;
}
