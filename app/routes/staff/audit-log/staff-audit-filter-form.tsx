import { staffActionKindLabels } from '~/audit/staff-action-kinds';
import type { DayRange } from '~/platform/time/day-range';
import type { ResultCount } from '~/ui/forms/filter-result';
import { Field } from '~/ui/forms/field';
import { AuditFilterForm } from '../../portal/audit-log/audit-filter-form';
import type { StaffAuditFilterView } from './staff-audit-filter';

type Props = {
  input: StaffAuditFilterView;
  problems: DayRange;
  resetUrl: string | false;
  result: ResultCount;
  people: readonly { id: string; name: string }[];
};

export function StaffAuditFilterForm({ people, ...form }: Props) {
  return (
    <AuditFilterForm
      {...form}
      people={[
        ...people.map(({ id, name }) => ({ value: id, text: name })),
        { value: 'shell', text: 'From the command line' },
      ]}
      kinds={staffActionKindLabels}
    >
      <Field
        name="account"
        type="search"
        label="Account ID"
        defaultValue={form.input.account}
        maxLength={255}
        className="w-full sm:w-96"
      />
    </AuditFilterForm>
  );
}
