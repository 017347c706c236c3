import type { PayoutFilter } from '~/payments/payouts/payout-filter';
import { currencies } from '~/platform/money/currencies';
import { maximumLineUnits } from '~/platform/text/line-input';
import { Field } from '~/ui/forms/field';
import { formatDate } from '~/ui/content/time-format';
import type { ResultCount } from '~/ui/forms/filter-result';
import { ListFilterForm } from '~/ui/forms/list-filter-form';
import { SelectField } from '~/ui/forms/select-field';

type Props = { input: PayoutFilter; problems: PayoutFilter; isFiltered: boolean; result: ResultCount };

/** By ID or amount, by arrival date, which is the same day in every time zone, and by currency. */
export function PayoutFilterForm({ input, problems, isFiltered, result }: Props) {
  return (
    <ListFilterForm action="/payouts" filter={input} resetUrl={isFiltered && '/payouts'} result={result}>
      <Field
        name="search"
        type="search"
        label="ID or amount"
        defaultValue={input.search}
        error={problems.search}
        maxLength={maximumLineUnits}
        className="min-w-36 flex-1"
      />
      <Field
        name="from"
        type="date"
        label="Arrival from"
        defaultValue={input.from}
        error={problems.from}
        className="min-w-36 flex-1 sm:flex-none"
      />
      <Field
        name="to"
        type="date"
        label="Arrival to"
        defaultValue={input.to}
        error={problems.to}
        className="min-w-36 flex-1 sm:flex-none"
      />
      <SelectField
        name="currency"
        label="Currency"
        defaultValue={input.currency ?? ''}
        error={problems.currency}
        options={[{ value: '', text: 'Any' }, ...currencies.map((code) => ({ value: code, text: code }))]}
        className="w-full sm:w-32"
      />
    </ListFilterForm>
  );
}

/** The filter in words, on paper, where the form isn't printed. */
export function PrintedPayoutFilter({ filter: { search, from, to, currency } }: { filter: PayoutFilter }) {
  const day = (text: string) => formatDate(new Date(text), 'UTC');
  const parts = [
    search && `ID or amount: ${search}`,
    from && `Arrival from ${day(from)}`,
    to && `Arrival to ${day(to)}`,
    currency && `In ${currency}`,
  ].filter(Boolean);
  return <p className="mb-3 hidden text-sm print:block">{parts.join(' · ') || 'No filter'}</p>;
}
