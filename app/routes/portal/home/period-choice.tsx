import { Link } from '@remix-run/react';
import clsx from 'clsx';
import { buildListUrl } from '~/platform/lists/list-url';
import { Button } from '~/ui/forms/button';
import { DayRangeFields } from '~/ui/forms/day-range-fields';
import { Form } from '~/ui/forms/form';
import type { Period, PeriodName } from './period';

/** In this order. */
const names: [Exclude<PeriodName, 'own'>, string][] = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['month', 'Last month'],
  ['90', '90 days'],
  ['year', '12 months'],
];

type Props = { period: Period; currency: string | null; currencies: readonly string[] };

/** The period and currency of the overview. Both are in the URL, so it can be bookmarked and shared. */
export function PeriodChoice({ period, currency, currencies }: Props) {
  const { input: input, problems } = period.customRange;
  const wrong = Object.keys(problems).length > 0;
  const address = (change: { period?: string; currency?: string }) => {
    const days = period.name === 'own' && !change.period ? { from: period.from, to: period.to } : {};
    return buildListUrl('/', { period: period.name, ...days, currency, ...change });
  };
  return (
    <div className="mb-4 flex flex-wrap items-start gap-x-6 gap-y-2">
      <Choice
        label="Period"
        chosen={wrong ? null : period.name}
        options={names.map(([value, text]) => ({
          value,
          text,
          to: address({ period: value }),
        }))}
      />
      {currencies.length > 1 && (
        <Choice
          label="Currency"
          chosen={currency}
          options={currencies.map((value) => ({ value, text: value, to: address({ currency: value }) }))}
        />
      )}
      <details open={period.name === 'own' || wrong} className="min-w-0 flex-[1_1_11rem]">
        <summary
          className={clsx(
            'inline-flex min-h-8 items-center rounded-lg border px-2.5 text-sm font-medium',
            currentQuery(period.name === 'own' || wrong),
          )}
        >
          Custom range
        </summary>
        <Form
          key={`${period.from} ${period.to}`}
          className="mt-3 flex flex-wrap items-end gap-3"
          preventScrollReset
        >
          <input type="hidden" name="period" value="own" />
          {currency && <input type="hidden" name="currency" value={currency} />}
          <DayRangeFields
            range={{ from: period.from, to: period.to, ...input }}
            errors={problems}
            required
            className="w-44"
          />
          <Button type="submit" variant="secondary">
            Show
          </Button>
        </Form>
      </details>
    </div>
  );
}

function Choice({
  label,
  chosen,
  options,
}: {
  label: string;
  chosen: string | null;
  options: readonly { value: string; text: string; to: string }[];
}) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-1.5">
        {options.map(({ value, text, to }) => (
          <li key={value}>
            <Link
              to={to}
              preventScrollReset
              aria-current={value === chosen ? 'true' : undefined}
              className={clsx(
                'inline-flex min-h-8 items-center rounded-lg border px-2.5 text-sm font-medium',
                currentQuery(value === chosen),
              )}
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function currentQuery(chosen: boolean): string {
  return chosen ? 'border-accent bg-accent-soft text-accent' : 'border-line bg-surface hover:bg-sunken';
}
