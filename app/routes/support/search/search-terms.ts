import { approximatePercent, type AmountExpression } from '~/support/query/amount-parser';
import { resolveTimeSpans } from '~/support/query/time-spans';
import { getDeclineMessage } from '~/acquirers/decline-codes';
import type { Clocks } from '~/support/search/search-scopes';
import type { SearchResults } from '~/support/search/search';
import type { StatusName } from '~/support/query/keyword-patterns';
import type { SearchCriteria } from '~/support/query/query-parser';
import { getBrandName } from '~/platform/cards/card-brands';
import { formatAmountInput } from '~/platform/money/amount-input';
import { formatDate } from '~/ui/content/time-format';

/** The understood terms, each with alternatives. `isOptional`: payments need not match it. */
export type SearchTerm = {
  label: string;
  text: string;
  alternative?: string;
  isOptional?: true;
};

const statusLabels: Record<StatusName, string> = {
  declined: 'declined',
  refunded: 'refund or refunded payment',
  refund_failed: 'failed refund, or payment with one',
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
  { clocks, now }: { clocks: Clocks; now: Date },
  {
    criteria: said,
    payer,
    matchedTerms,
    assumedName,
    othersToo,
    isWithoutReferences,
  }: Pick<
    SearchResults,
    'criteria' | 'payer' | 'matchedTerms' | 'assumedName' | 'othersToo' | 'isWithoutReferences'
  >,
): SearchTerm[] {
  const { ids, emails, emailDomains, references, idStarts, parts, singleTerm, lastFour, cardStart } = said;
  const { brand, amount, when, status, declineReason, environment } = said;
  const time = when && describeTime(when, clocks, now);
  const payerName = (said.payer ?? payer).join(' ');
  const merchantName = matchedTerms.merchant.length
    ? (assumedName?.name ?? matchedTerms.merchant.join(' '))
    : '';
  return [
    ...ids.map(({ kind, id }): SearchTerm => ({
      label: kind[0]!.toUpperCase() + kind.slice(1).replace('_', ' '),
      text: id,
    })),
    ...emails.map((email): SearchTerm => ({ label: 'Email', text: email })),
    ...emailDomains.map((domain): SearchTerm => ({ label: 'Payer’s email ends with', text: `@${domain}` })),
    ...references.map(({ text, spellings }): SearchTerm => ({
      label: 'Order number or external_id',
      text,
      alternative:
        spellings.length > 1
          ? `In another case or with other separators, too. Enter “…${text}” to find references that end with it.`
          : 'Complete and case-sensitive.',
      ...(isWithoutReferences &&
        ({ alternative: 'No payment with this email address has it.', isOptional: true } as const)),
    })),
    ...idStarts.map(({ prefix, text }): SearchTerm => ({
      label: prefix === 'trx' ? 'Transaction ID starts with' : 'Intent ID starts with',
      text,
    })),
    ...parts.map(({ text, positions }): SearchTerm => ({
      label: `Order number, external_id, or ID that ${positions[0]}s with`,
      text,
      alternative: 'Of a payment or its intent. Other IDs have to be complete.',
    })),
    ...(payerName ? [{ label: 'Payer', text: payerName }] : []),
    ...(cardStart ? [{ label: 'Card starting', text: cardStart }] : []),
    ...(lastFour
      ? [
          {
            label: 'Card ending',
            text: lastFour,
            alternative: said.isOpenEnding
              ? 'Or an order number, external_id, or ID that ends with it.'
              : `To search for an amount, enter ${lastFour}.00.`,
          },
        ]
      : []),
    ...(brand ? [{ label: 'Card', text: getBrandName(brand)! }] : []),
    ...(said.currencies ? [{ label: 'Currency', text: formatCurrencies(said.currencies) }] : []),
    ...(amount ? [describeAmount(amount, said.bareNumber)] : []),
    ...(time ? [time] : []),
    ...(said.isOfPayout
      ? [
          {
            label: 'Type',
            text: 'payout',
            alternative: 'Payments are searched, too.',
            isOptional: true,
          } as const,
        ]
      : []),
    ...(status ? [{ label: 'Status', text: statusLabels[status] }] : []),
    ...(declineReason
      ? [
          {
            label: 'Declined',
            text: declineReason.codes.map((code) => getDeclineMessage(code, 'payment')).join(' Or: '),
          },
        ]
      : []),
    ...(environment ? [{ label: 'Environment', text: environment }] : []),
    ...(merchantName
      ? [
          {
            label: 'Merchant',
            text: merchantName,
            ...(othersToo &&
              ({
                alternative: 'Includes payments of other merchants, because some words weren’t understood.',
                isOptional: true,
              } as const)),
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
  ];
}

function describeAmount({ about, ranges, text }: AmountExpression, bareNumber?: string): SearchTerm {
  // Most currencies have two decimals, which most people mean.
  const { from, to, currencies } = ranges.reduce((most, range) =>
    range.currencies.length > most.currencies.length ? range : most,
  );
  const formattedAmount = `${formatAmountInput(from, currencies[0]!)}${from === to ? '' : ` to ${formatAmountInput(to, currencies[0]!)}`} ${formatCurrencies(currencies)}`;
  return {
    label: 'Amount',
    text: about ? `${formattedAmount} (±${approximatePercent}%)` : formattedAmount,
    ...((about || from === to) && {
      alternative: about
        ? 'Leave out “about” to search for the exact amount.'
        : bareNumber
          ? `Or an order number, external_id, or ID that ends with ${bareNumber}.`
          : `Enter “about ${text}” to allow ${approximatePercent}% more or less.`,
    }),
  };
}

const maxListedCurrencies = 6;

/** The currencies with this name: "$" means none in particular. */
function formatCurrencies(currencies: readonly string[]): string {
  if (currencies.length <= maxListedCurrencies)
    return new Intl.ListFormat('en', { type: 'disjunction' }).format(currencies);
  return currencies.length < 60 && currencies.includes('USD') ? 'in any dollar currency' : 'in any currency';
}

/** Null for a date that doesn't exist. */
function describeTime(
  when: NonNullable<SearchCriteria['when']>,
  clocks: Clocks,
  now: Date,
): SearchTerm | null {
  const { clock, utcOffset, isContinuous } = when;
  const timeZone = clocks === 'merchant' || utcOffset !== undefined ? 'UTC' : clocks.timeZone;
  const spans = resolveTimeSpans(when, { timeZone, now });
  if (!spans.length) return null;
  if (when.lastMinutes !== undefined) return { label: 'Time', text: when.text };
  const days = [spans[0]!.from!.getTime(), spans.at(-1)!.before!.getTime() - 1].map((time) =>
    formatDate(new Date(time + (utcOffset ?? 0) * 60_000), timeZone),
  );
  const hours = clock ? [formatMinuteOfDay(clock.from), formatMinuteOfDay(clock.to)] : [];
  const isOneDay = days[0] === days[1] || (clock && spans.length === 1 && !isContinuous);
  const range =
    !isOneDay && isContinuous
      ? `${days[0]}, ${hours[0]} to ${days[1]}, ${hours[1]}`
      : [isOneDay ? days[0] : days.join(' to '), ...(clock ? [hours.join(' to ')] : [])].join(', ');
  return {
    label: 'Time',
    text: `${range}, in ${describeZone(clocks, utcOffset)}`,
    alternative: `This is ${when.text}.`,
  };
}

function describeZone(clocks: Clocks, utcOffset: number | undefined): string {
  if (utcOffset === undefined)
    return clocks === 'merchant' ? 'each merchant’s time zone' : `${clocks.timeZone} time`;
  return utcOffset ? `UTC${utcOffset < 0 ? '−' : '+'}${formatMinuteOfDay(Math.abs(utcOffset))}` : 'UTC';
}

/** Around midnight, the minutes are of the day before or after. */
function formatMinuteOfDay(minutes: number): string {
  const ofDay = (minutes + 1440) % 1440;
  return [Math.floor(ofDay / 60), ofDay % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
