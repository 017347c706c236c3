import { aboutPercent, type SaidAmount } from '~/support/money-words';
import { spansOf } from '~/support/when';
import type { Clocks } from '~/support/payment-hits';
import type { StatusName } from '~/support/state-words';
import type { Said } from '~/support/words';
import { brandName } from '~/platform/card-brands';
import { amountText } from '~/platform/typed-amount';
import { formatDay } from '~/ui/time-format';

/** What was understood of the words, each with how it can be said otherwise. `isLeftOut`: it did not count. `isBeside`: payments need not have it. */
export type Chip = { what: string; text: string; otherwise?: string; isLeftOut?: true; isBeside?: true };

const statusTexts: Record<StatusName, string> = {
  declined: 'declined',
  refunded: 'a refund, or refunded',
  disputed: 'a chargeback, or with one',
  pending: 'outcome not known yet',
  authorised: 'authorised, not wholly captured',
  paid: 'authorised, captured or settled',
  settled: 'settled',
  voided: 'voided',
  expired: 'expired',
};

export function chipsOf(
  said: Said,
  {
    clocks,
    now,
    called,
    othersToo,
  }: {
    clocks: Clocks;
    now: Date;
    othersToo: boolean;
    called: Record<'merchant' | 'person' | 'nobody', readonly string[]>;
  },
): Chip[] {
  const { ids, emails, references, alone, lastFour, brand, amount, when, status, environment, unclear } =
    said;
  return [
    ...ids.map(({ kind, id }): Chip => ({
      what: kind[0]!.toUpperCase() + kind.slice(1).replace('_', ' '),
      text: id,
    })),
    ...emails.map((email): Chip => ({ what: 'E-mail', text: email })),
    ...references.map(({ text, spellings }): Chip => ({
      what: 'Order or external_id',
      text,
      otherwise: spellings.length > 1 ? 'Whole, in this or another spelling.' : 'Whole, in the same letters.',
    })),
    ...(lastFour
      ? [{ what: 'Card ending', text: lastFour, otherwise: `For the amount write ${lastFour}.00.` }]
      : []),
    ...(brand ? [{ what: 'Card', text: brandName(brand)! }] : []),
    ...(amount ? [amountChip(amount)] : []),
    ...(when ? [timeChip(when, clocks, now)] : []),
    ...(status ? [{ what: 'State', text: statusTexts[status] }] : []),
    ...(environment ? [{ what: 'Environment', text: environment }] : []),
    ...(called.merchant.length
      ? [
          {
            what: 'Merchant',
            text: called.merchant.join(' '),
            otherwise: othersToo
              ? 'Payments of others are shown as well, because not every word was understood.'
              : 'Put an order number in quotes.',
            ...(othersToo && ({ isBeside: true } as const)),
          },
        ]
      : []),
    ...(called.person.length
      ? [
          {
            what: 'Person',
            text: called.person.join(' '),
            otherwise: 'Somebody who works for a merchant. Payments are looked for without it.',
            isBeside: true,
          } as const,
        ]
      : []),
    ...(alone ? [{ what: 'Or an order or external_id', text: alone, isBeside: true } as const] : []),
    ...called.nobody
      .filter((word) => !unclear.some(({ text }) => text === word))
      .map((text): Chip => ({
        what: 'Not understood',
        text,
        otherwise: 'No merchant is called so, and nobody who works for one.',
        isLeftOut: true,
      })),
    ...unclear.map(({ text, hint }): Chip => ({
      what: 'Not understood',
      text,
      otherwise: hint,
      isLeftOut: true,
    })),
  ];
}

function amountChip({ about, ranges, text }: SaidAmount): Chip {
  // Most currencies have two decimals: these are what most people mean.
  const { from, to, currencies } = ranges.reduce((most, range) =>
    range.currencies.length > most.currencies.length ? range : most,
  );
  const told = `${amountText(from, currencies[0]!)}${from === to ? '' : ` to ${amountText(to, currencies[0]!)}`} ${currencyText(currencies)}`;
  return {
    what: 'Amount',
    text: about ? `${told} (±${aboutPercent} %)` : told,
    otherwise: about
      ? 'Leave out “about” for the exact amount.'
      : `Write “about ${text}” for ${aboutPercent} % more or less.`,
  };
}

const fewCurrencies = 6;

/** Those that are called so: "$" is no currency in particular. */
function currencyText(currencies: readonly string[]): string {
  if (currencies.length <= fewCurrencies)
    return new Intl.ListFormat('en', { type: 'disjunction' }).format(currencies);
  return currencies.length < 60 && currencies.includes('USD') ? 'dollars of any country' : 'in any currency';
}

function timeChip(when: NonNullable<Said['when']>, clocks: Clocks, now: Date): Chip {
  const timeZone = clocks === 'merchant' ? 'UTC' : clocks.timeZone;
  const spans = spansOf(when, { timeZone, now });
  if (!spans.length)
    return { what: 'Not understood', text: when.text, otherwise: 'There is no such day.', isLeftOut: true };
  if (when.lastMinutes !== undefined) return { what: 'Time', text: when.text };
  const [first, last] = [spans[0]!.from!, new Date(spans.at(-1)!.before!.getTime() - 1)];
  const days = [formatDay(first, timeZone), formatDay(last, timeZone)];
  const hours = when.clock ? `, ${clockText(when.clock.from)} to ${clockText(when.clock.to)}` : '';
  const range =
    days[0] === days[1] || (when.clock && spans.length === 1) ? days[0]! : `${days[0]} to ${days[1]}`;
  return {
    what: 'Time',
    text: `${range}${hours}, ${clocks === 'merchant' ? 'on each merchant’s own clock' : `on the clocks of ${clocks.timeZone}`}`,
    otherwise: `That is ${when.text}.`,
  };
}

const clockText = (minutes: number) =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
