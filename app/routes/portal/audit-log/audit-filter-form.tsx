import type { ReactNode } from 'react';
import type { DayRange } from '~/platform/time/day-range';
import { DayRangeFields } from '~/ui/forms/day-range-fields';
import type { ResultCount } from '~/ui/forms/filter-result';
import { ListFilterForm } from '~/ui/forms/list-filter-form';
import { SelectField } from '~/ui/forms/select-field';

type Props = {
  input: DayRange & { who?: string; kind?: string };
  problems: DayRange;
  /** The URL of the unfiltered list. False when it isn't filtered. */
  resetUrl: string | false;
  result: ResultCount;
  people: readonly { value: string; text: string }[];
  /** The label of each kind of action. */
  kinds: Record<string, string>;
  /** Fields after the others. */
  children: ReactNode;
};

/** The filter of any audit log: by person, kind of action, and day. */
export function AuditFilterForm({ input, problems, resetUrl, result, people, kinds, children }: Props) {
  return (
    <ListFilterForm filter={input} resetUrl={resetUrl} result={result}>
      <SelectField
        name="who"
        label="Person"
        defaultValue={input.who}
        options={[{ value: '', text: 'Everyone' }, ...people]}
        className="w-full sm:w-56"
      />
      <SelectField
        name="kind"
        label="Kind of action"
        defaultValue={input.kind}
        options={[
          { value: '', text: 'All' },
          ...Object.entries(kinds).map(([value, text]) => ({ value, text })),
        ]}
        className="w-full sm:w-56"
      />
      <DayRangeFields
        range={input}
        errors={problems}
        className="min-w-[min(9rem,100%)] flex-1 sm:flex-none"
      />
      {children}
    </ListFilterForm>
  );
}
