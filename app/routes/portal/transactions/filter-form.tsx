import { Search, SlidersHorizontal } from 'lucide-react';
import { refundExtents, transactionStatuses } from '~/payments/transactions/states';
import { cardBrands, getBrandName } from '~/platform/cards/card-brands';
import { currencies, isCurrency } from '~/platform/money/currencies';
import { maximumLineUnits } from '~/platform/text/line-input';
import { Button } from '~/ui/forms/button';
import { CheckboxField } from '~/ui/forms/checkbox-field';
import { DayRangeFields } from '~/ui/forms/day-range-fields';
import { Field, FieldErrorMessage } from '~/ui/forms/field';
import { Form } from '~/ui/forms/form';
import { SelectField } from '~/ui/forms/select-field';
import { ToolbarMenu } from '~/ui/forms/toolbar-menu';
import {
  getRefundExtentLabel,
  getTransactionStatusLabel,
  getTransactionTypeLabel,
} from '~/ui/labels/transaction-labels';

type Texts = Partial<
  Record<'search' | 'from' | 'to' | 'min' | 'max' | 'currency' | 'brand' | 'by' | 'hold' | 'sort', string>
>;

type Props = {
  input: Texts;
  problems: Texts & Partial<Record<'status' | 'type' | 'refund', string>>;
  status: readonly string[];
  type: readonly string[];
  refund: readonly string[];
  people: readonly { id: string; name: string }[];
};

const types = ['PAYMENT', 'REFUND', 'CHARGEBACK'];

/** A search and filters as a plain GET form, in a toolbar. */
export function TransactionFilterForm({ input, problems, status, type, refund, people }: Props) {
  return (
    <Form role="search" action="/transactions" className="contents">
      {input.hold === 'ending' && <input type="hidden" name="hold" value="ending" />}
      <div className="relative min-w-0 basis-full sm:min-w-72 sm:flex-1 sm:basis-0">
        <label htmlFor="search" className="sr-only">
          Search
        </label>
        <Search
          size={16}
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-3 my-auto text-ink-soft"
        />
        <input
          id="search"
          name="search"
          type="search"
          placeholder="ID, reference, email, last four, or amount"
          defaultValue={input.search}
          maxLength={maximumLineUnits}
          autoComplete="off"
          spellCheck={false}
          className="block min-h-9 w-full rounded-lg border border-line-strong bg-surface py-1 pr-3 pl-9 text-sm placeholder:text-ink-soft"
        />
      </div>
      <Button type="submit" variant="secondary" size="small">
        Search
      </Button>
      {/* Closed even with active filters, which are listed below. */}
      <ToolbarMenu title="Filters" icon={SlidersHorizontal} open={Object.keys(problems).length > 0}>
        <div className="space-y-5">
          <Choices
            legend="Status"
            name="status"
            error={problems.status}
            chosen={status}
            options={transactionStatuses.map((name) => ({
              value: name,
              text: getTransactionStatusLabel(name).text,
            }))}
          />
          <Choices
            legend="Refunds"
            name="refund"
            error={problems.refund}
            chosen={refund}
            options={refundExtents.map((extent) => ({ value: extent, text: getRefundExtentLabel(extent) }))}
          />
          <Choices
            legend="Type"
            name="type"
            error={problems.type}
            chosen={type}
            options={types.map((name) => ({ value: name, text: getTransactionTypeLabel(name) }))}
          />
          <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
            <DayRangeFields of="Created" range={input} errors={problems} />
            <SelectField
              name="brand"
              label="Card brand"
              hint="Of the payer’s card"
              defaultValue={input.brand ?? ''}
              error={problems.brand}
              options={[
                any,
                ...cardBrands.map((brand) => ({ value: brand, text: getBrandName(brand) ?? brand })),
              ]}
            />
            <SelectField
              name="by"
              label="Created or changed by"
              defaultValue={input.by ?? ''}
              error={problems.by}
              options={[any, ...begun, ...people.map(({ id, name }) => ({ value: id, text: name }))]}
            />
            <Field
              name="min"
              label="Amount from"
              hint="Such as 42.00"
              inputMode="decimal"
              defaultValue={input.min}
              error={problems.min}
              maxLength={20}
            />
            <Field
              name="max"
              label="Amount to"
              hint="Such as 99.90"
              inputMode="decimal"
              defaultValue={input.max}
              error={problems.max}
              maxLength={20}
            />
            <SelectField
              name="currency"
              label="Currency"
              hint="Of the order"
              defaultValue={input.currency ?? ''}
              error={problems.currency}
              options={[any, ...listCurrencies(input.currency).map((code) => ({ value: code, text: code }))]}
            />
            <SelectField
              name="sort"
              label="Sort"
              hint="By creation date"
              defaultValue={input.sort ?? ''}
              error={problems.sort}
              options={[
                { value: '', text: 'Newest first' },
                { value: 'oldest', text: 'Oldest first' },
              ]}
            />
          </div>
          <Button type="submit">Apply filters</Button>
        </div>
      </ToolbarMenu>
    </Form>
  );
}

/** Also an unknown one, for its correction. */
const listCurrencies = (chosen?: string) =>
  chosen && !isCurrency(chosen) ? [chosen, ...currencies] : currencies;

const any = { value: '', text: 'Any' };
const begun = [
  { value: 'api', text: 'The API' },
  { value: 'checkout', text: 'Payer (checkout)' },
];

function Choices({
  legend,
  name,
  error,
  chosen,
  options,
}: {
  legend: string;
  name: string;
  error?: string;
  chosen: readonly string[];
  options: readonly { value: string; text: string }[];
}) {
  return (
    <fieldset id={name} tabIndex={-1} aria-describedby={error && `${name}-error`}>
      <legend className="mb-1.5 font-medium">{legend}</legend>
      {error && <FieldErrorMessage id={name} message={error} />}
      <div className="flex flex-wrap gap-x-6">
        {options.map(({ value, text }) => (
          <CheckboxField
            key={value}
            id={`${name}-${value}`}
            name={name}
            value={value}
            label={text}
            defaultChecked={chosen.includes(value)}
          />
        ))}
      </div>
    </fieldset>
  );
}
