import { longestEmail } from '~/identity/text-limits';
import type { MailStatus } from '~/mail/mail-list';
import { Field } from '~/ui/field';
import { ListFilter } from '~/ui/list-filter';
import { SelectField } from '~/ui/select-field';
import { mailWord } from './mail-table';

const statuses: MailStatus[] = ['queued', 'sending', 'sent', 'refused'];

type Props = { path: string; recipient?: string; status?: string; filtered: boolean };

export function MailFilterForm({ path, recipient, status, filtered }: Props) {
  return (
    <ListFilter typed={[status, recipient]} all={filtered && path} verb="Search">
      <Field
        name="recipient"
        type="search"
        label="Recipient"
        placeholder="name@example.com"
        defaultValue={recipient}
        maxLength={longestEmail}
        className="w-full sm:w-96"
      />
      <SelectField
        name="status"
        label="Status"
        defaultValue={status ?? ''}
        options={[
          { value: '', text: 'All' },
          ...statuses.map((name) => ({ value: name, text: mailWord(name).text })),
        ]}
        className="min-w-40 flex-1 sm:flex-none"
      />
    </ListFilter>
  );
}
