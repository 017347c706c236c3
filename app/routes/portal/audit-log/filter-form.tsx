import { actionKindLabels } from '~/audit/action-labels';
import { useBrandName } from '~/ui/layout/brand';
import type { DayRange } from '~/platform/time/day-range';
import type { ResultCount } from '~/ui/forms/filter-result';
import { Field } from '~/ui/forms/field';
import { AuditFilterForm } from './audit-filter-form';
import { payerLabel, serverLabel } from './entry-labels';
import type { AuditFilterView } from './filter';

type Props = {
  path: string;
  input: AuditFilterView;
  problems: DayRange;
  filtered: boolean;
  result: ResultCount;
  actors: { who: string; name: string | null }[];
};

export function AuditLogFilterForm({ path, input, problems, filtered, result, actors }: Props) {
  const brandName = useBrandName();
  const nameOf = ({ who, name }: Props['actors'][number]) => {
    if (name !== null) return name;
    if (who === 'staff') return `Staff of ${brandName}`;
    if (who === 'api') return serverLabel;
    return who === 'checkout' ? payerLabel : `${brandName}, automatically`;
  };
  return (
    <AuditFilterForm
      input={input}
      problems={problems}
      resetUrl={filtered && path}
      result={result}
      people={actors.map((actor) => ({ value: actor.who, text: nameOf(actor) }))}
      kinds={actionKindLabels}
    >
      <Field
        name="subject"
        type="search"
        label="Object ID"
        defaultValue={input.subject}
        maxLength={255}
        className="w-full sm:w-72"
      />
    </AuditFilterForm>
  );
}
