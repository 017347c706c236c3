import { actionKindLabels } from '~/audit/action-labels';
import { useBrandName } from '~/ui/layout/brand';
import type { DayRange } from '~/platform/time/day-range';
import { DayRangeFields } from '~/ui/forms/day-range-fields';
import { Field } from '~/ui/forms/field';
import { ListFilterForm } from '~/ui/forms/list-filter-form';
import { SelectField } from '~/ui/forms/select-field';
import { payerLabel, serverLabel } from './entry-labels';
import type { AuditFilterView } from './filter';

type Props = {
  path: string;
  input: AuditFilterView;
  problems: DayRange;
  filtered: boolean;
  actors: { who: string; name: string | null }[];
};

export function AuditLogFilterForm({ path, input, problems, filtered, actors }: Props) {
  const brandName = useBrandName();
  const nameOf = ({ who, name }: Props['actors'][number]) => {
    if (name !== null) return name;
    if (who === 'staff') return `Staff of ${brandName}`;
    if (who === 'api') return serverLabel;
    return who === 'checkout' ? payerLabel : `${brandName}, automatically`;
  };
  return (
    <ListFilterForm filter={input} resetUrl={filtered && path}>
      <SelectField
        name="who"
        label="Person"
        defaultValue={input.who}
        options={[
          { value: '', text: 'Everyone' },
          ...actors.map((actor) => ({ value: actor.who, text: nameOf(actor) })),
        ]}
        className="w-full sm:w-56"
      />
      <SelectField
        name="kind"
        label="Kind of action"
        defaultValue={input.kind}
        options={[
          { value: '', text: 'All' },
          ...Object.entries(actionKindLabels).map(([value, text]) => ({ value, text })),
        ]}
        className="w-full sm:w-56"
      />
      <DayRangeFields
        range={input}
        errors={problems}
        className="min-w-[min(9rem,100%)] flex-1 sm:flex-none"
      />
      <Field
        name="subject"
        type="search"
        label="About (full ID)"
        defaultValue={input.subject}
        maxLength={255}
        className="w-full sm:w-72"
      />
    </ListFilterForm>
  );
}
