import { maxEmailLength } from '~/identity/users/text-limits';
import { Field } from '~/ui/forms/field';
import { ListFilterForm } from '~/ui/forms/list-filter-form';
import { SelectField } from '~/ui/forms/select-field';
import { mailStatusOptions } from './mail-status';

type Props = { path: string; recipient?: string; status?: string; isFiltered: boolean };

export function MailFilterForm({ path, recipient, status, isFiltered }: Props) {
  return (
    <ListFilterForm filter={[status, recipient]} resetUrl={isFiltered && path} submitLabel="Search">
      <Field
        name="recipient"
        type="search"
        label="Recipient"
        placeholder="name@example.com"
        defaultValue={recipient}
        maxLength={maxEmailLength}
        className="w-full sm:w-96"
      />
      <SelectField
        name="status"
        label="Status"
        defaultValue={status ?? ''}
        options={[{ value: '', text: 'All' }, ...mailStatusOptions]}
        className="min-w-[min(10rem,100%)] flex-1 sm:flex-none"
      />
    </ListFilterForm>
  );
}
