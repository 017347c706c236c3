import { maxEmailLength } from '~/identity/users/text-limits';
import { Field } from '~/ui/forms/field';
import type { ResultCount } from '~/ui/forms/filter-result';
import { ListFilterForm } from '~/ui/forms/list-filter-form';
import { SelectField } from '~/ui/forms/select-field';
import { mailStatusOptions } from './mail-status';

type Props = {
  path: string;
  recipient: string;
  mail?: string;
  status?: string;
  isFiltered: boolean;
  result: ResultCount;
  error?: string[];
};

/** `mail`: an email to the recipient, for the list's URL. The address is posted, to stay out of logs. */
export function MailFilterForm({ path, recipient, mail, status, isFiltered, result, error }: Props) {
  return (
    <ListFilterForm
      method="post"
      action={path}
      filter={[status, recipient, mail]}
      resetUrl={isFiltered && path}
      result={result}
      submitLabel="Search"
    >
      {mail && <input type="hidden" name="mail" value={mail} />}
      <Field
        name="recipient"
        type="search"
        label="Recipient"
        placeholder="name@example.com"
        defaultValue={recipient}
        error={error}
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
