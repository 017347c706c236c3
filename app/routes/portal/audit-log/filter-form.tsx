import { actionKinds } from '~/audit/action-words';
import { useBrandName } from '~/ui/layout/brand';
import type { DayRange } from '~/platform/day-range';
import { DayRangeFields } from '~/ui/forms/day-range-fields';
import { Field } from '~/ui/forms/field';
import { ListFilterForm } from '~/ui/forms/list-filter-form';
import { SelectField } from '~/ui/forms/select-field';
import type { ShownFilter } from './filter';

type Props = {
  path: string;
  typed: ShownFilter;
  problems: DayRange;
  filtered: boolean;
  actors: { who: string; name: string | null }[];
};

export function FilterForm({ path, typed, problems, filtered, actors }: Props) {
  const brandName = useBrandName();
  const nameOf = ({ who, name }: Props['actors'][number]) =>
    name ?? (who === 'staff' ? `Staff of ${brandName}` : `${brandName}, by itself`);
  return (
    <ListFilterForm filter={typed} resetUrl={filtered && path}>
      <SelectField
        name="who"
        label="Person"
        defaultValue={typed.who}
        options={[
          { value: '', text: 'Everybody' },
          ...actors.map((actor) => ({ value: actor.who, text: nameOf(actor) })),
        ]}
        className="w-full sm:w-56"
      />
      <SelectField
        name="kind"
        label="Kind of action"
        defaultValue={typed.kind}
        options={[
          { value: '', text: 'All' },
          ...Object.entries(actionKinds).map(([value, text]) => ({ value, text })),
        ]}
        className="w-full sm:w-56"
      />
      <DayRangeFields range={typed} errors={problems} className="min-w-36 flex-1 sm:flex-none" />
      <Field
        name="subject"
        type="search"
        label="About (a whole id)"
        defaultValue={typed.subject}
        maxLength={255}
        className="w-full sm:w-72"
      />
    </ListFilterForm>
  );
}
