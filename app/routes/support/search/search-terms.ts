import { approximatePercent, type AmountExpression } from '~/support/query/amount-parser';
import { resolveTimeSpans } from '~/support/query/time-spans';
import type { Clocks } from '~/support/search/payment-search';
import type { StatusName } from '~/support/query/keyword-patterns';
import type { SearchCriteria } from '~/support/query/query-parser';
import { getBrandName } from '~/platform/cards/card-brands';
import { formatAmountInput } from '~/platform/money/amount-input';
import { formatDate } from '~/ui/content/time-format';

/**
 * The understood terms, each with alternatives. `isLeftOut`: it was ignored. `isBeside`: payments need not
 * match it.
 */
export type SearchTerm = {
  label: string;
  text: string;
  alternative?: string;
  isIgnored?: true;
  isOptional?: true;
};

const statusLabels: Record<StatusName, string> = {
  declined: 'declined',
  refunded: 'refund or refunded payment',
  fully_refunded: 'fully refunded payment',
  partially_refunded: 'partially refunded payment',
  disputed: 'chargeback or disputed payment',
  pending: 'unknown outcome',
  authorized: 'authorized, not fully captured',
  paid: 'authorized, captured, or settled',
  settled: 'settled',
  voided: 'voided',
  expired: 'expired',
};

export function describeSearchTerms(
  said: SearchCriteria,
  {
    clocks,
    now,
    matchedTerms,
    othersToo,
  }: {
    clocks: Clocks;
    now: Date;
    othersToo: boolean;
    matchedTerms: Record<'merchant' | 'person' | 'nobody', readonly string[]>;
  },
): SearchTerm[] {
  const { ids, emails, references, singleTerm, lastFour, brand, amount, when, status, environment, unclear } =
    said;
  return [
    ...ids.map(({ kind, id }): SearchTerm => ({
      label: kind[0]!.toUpperCase() + kind.slice(1).replace('_', ' '),
      text: id,
    })),
    ...emails.map((email): SearchTerm => ({ label: 'Email', text: email })),
    ...references.map(({ text, spellings }): SearchTerm => ({
      label: 'Order or external_id',
      text,
      alternative:
        spellings.length > 1 ? 'Complete, in this or another spelling.' : 'Complete and case-sensitive.',
    })),
    ...(lastFour
      ? [
          {
            label: 'Card ending',
            text: lastFour,
            alternative: `To search for an amount, enter ${lastFour}.00.`,
          },
        ]
      : []),
    ...(brand ? [{ label: 'Card', text: getBrandName(brand)! }] : []),
    ...(amount ? [describeAmount(amount)] : []),
    ...(when ? [describeTime(when, clocks, now)] : []),
    ...(status ? [{ label: 'Status', text: statusLabels[status] }] : []),
    ...(environment ? [{ label: 'Environment', text: environment }] : []),
    ...(matchedTerms.merchant.length
      ? [
          {
            label: 'Merchant',
            text: matchedTerms.merchant.join(' '),
            alternative: othersToo
              ? 'Includes payments of other merchants, because some words weren’t understood.'
              : 'Put order numbers in quotes.',
            ...(othersToo && ({ isOptional: true } as const)),
          },
        ]
      : []),
    ...(matchedTerms.person.length
      ? [
          {
            label: 'Person',
            text: matchedTerms.person.join(' '),
            alternative: 'A merchant’s team member. Not used to search for payments.',
            isOptional: true,
          } as const,
        ]
      : []),
    ...(singleTerm
      ? [{ label: 'Or an order number or external_id', text: singleTerm, isOptional: true } as const]
      : []),
    ...matchedTerms.nobody
      .filter((word) => !unclear.some(({ text }) => text === word))
      .map((text): SearchTerm => ({
        label: 'Not understood',
        text,
        alternative: 'No merchant or team member has this name.',
        isIgnored: true,
      })),
    ...unclear.map(({ text, hint }): SearchTerm => ({
      label: 'Not understood',
      text,
      alternative: hint,
      isIgnored: true,
    })),
  ];
}

function describeAmount({ about, ranges, text }: AmountExpression): SearchTerm {
  // Most currencies have two decimals, which most people mean.
  const { from, to, currencies } = ranges.reduce((most, range) =>
    range.currencies.length > most.currencies.length ? range : most,
  );
  const formattedAmount = `${formatAmountInput(from, currencies[0]!)}${from === to ? '' : ` to ${formatAmountInput(to, currencies[0]!)}`} ${formatCurrencies(currencies)}`;
  return {
    label: 'Amount',
    text: about ? `${formattedAmount} (±${approximatePercent}%)` : formattedAmount,
    alternative: about
      ? 'Leave out “about” to search for the exact amount.'
      : `Enter “about ${text}” to allow ${approximatePercent}% more or less.`,
  };
}

const maxListedCurrencies = 6;

/** The currencies with this name: "$" means none in particular. */
function formatCurrencies(currencies: readonly string[]): string {
  if (currencies.length <= maxListedCurrencies)
    return new Intl.ListFormat('en', { type: 'disjunction' }).format(currencies);
  return currencies.length < 60 && currencies.includes('USD') ? 'dollars in any currency' : 'in any currency';
}

function describeTime(when: NonNullable<SearchCriteria['when']>, clocks: Clocks, now: Date): SearchTerm {
  const timeZone = clocks === 'merchant' ? 'UTC' : clocks.timeZone;
  const spans = resolveTimeSpans(when, { timeZone, now });
  if (!spans.length)
    return {
      label: 'Not understood',
      text: when.text,
      alternative: 'This date doesn’t exist.',
      isIgnored: true,
    };
  if (when.lastMinutes !== undefined) return { label: 'Time', text: when.text };
  const [first, last] = [spans[0]!.from!, new Date(spans.at(-1)!.before!.getTime() - 1)];
  const days = [formatDate(first, timeZone), formatDate(last, timeZone)];
  const hours = when.clock
    ? `, ${formatMinuteOfDay(when.clock.from)} to ${formatMinuteOfDay(when.clock.to)}`
    : '';
  const range =
    days[0] === days[1] || (when.clock && spans.length === 1) ? days[0]! : `${days[0]} to ${days[1]}`;
  return {
    label: 'Time',
    text: `${range}${hours}, ${clocks === 'merchant' ? 'in each merchant’s time zone' : `in ${clocks.timeZone} time`}`,
    alternative: `This is ${when.text}.`,
  };
}

const formatMinuteOfDay = (minutes: number) =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
