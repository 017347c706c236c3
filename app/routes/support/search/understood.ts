import { aboutPercent, type SaidAmount } from '~/support/money-words';
import { spansOf } from '~/support/when';
import type { Clocks } from '~/support/payment-hits';
import type { StatusName } from '~/support/state-words';
import type { Said } from '~/support/words';
import { brandName } from '~/platform/card-brands';
import { formatAmount } from '~/platform/money';
import { formatDay } from '~/ui/time-format';

/** What was understood of the words, each with how it can be said otherwise. `isLeftOut`: it did not count. */
export type Chip = { what: string; text: string; otherwise?: string; isLeftOut?: true };

const statusTexts: Record<StatusName, string> = {
  declined: 'declined', refunded: 'a refund, or refunded', disputed: 'a chargeback, or with one', pending: 'outcome not known yet', authorised: 'authorised, not wholly captured',
  paid: 'authorised, captured or settled', settled: 'settled', voided: 'voided', expired: 'expired',
};

export function chipsOf(said: Said, { clocks, now, isNameKnown, isMerchantKnown }: { clocks: Clocks; now: Date; isNameKnown: boolean; isMerchantKnown: boolean }): Chip[] {
  const { ids, emails, references, alone, lastFour, brand, amount, when, status, environment, name, unclear } = said;
  return [
    ...ids.map(({ kind, id }): Chip => ({ what: kind.replace('_', ' '), text: id })),
    ...emails.map((email): Chip => ({ what: 'E-mail', text: email })),
    ...references.map(({ text }): Chip => ({ what: 'external_id or order_id', text, otherwise: 'It has to be whole, in the same letters.' })),
    ...(lastFour ? [{ what: 'Card ending', text: lastFour, otherwise: `For the amount write ${lastFour}.00.` }] : []),
    ...(brand ? [{ what: 'Card', text: brandName(brand)! }] : []),
    ...(amount ? [amountChip(amount)] : []),
    ...(when ? [timeChip(when, clocks, now)] : []),
    ...(status ? [{ what: 'State', text: statusTexts[status] }] : []),
    ...(environment ? [{ what: 'Environment', text: environment }] : []),
    ...(name.length ? [nameChip(name.join(' '), isNameKnown, isMerchantKnown)] : []),
    ...(alone ? [{ what: 'or external_id or order_id', text: alone }] : []),
    ...unclear.map(({ text, hint }): Chip => ({ what: 'Left out', text, otherwise: hint, isLeftOut: true })),
  ];
}

function nameChip(text: string, isNameKnown: boolean, isMerchantKnown: boolean): Chip {
  if (!isNameKnown) return { what: 'Left out', text, otherwise: 'Nobody is called so. Part of a merchant’s name is enough.', isLeftOut: true };
  return { what: isMerchantKnown ? 'Merchant' : 'Person', text, otherwise: 'Put an order number in "quotes".' };
}

function amountChip({ about, ranges, text }: SaidAmount): Chip {
  // Most currencies have two decimals: these are what most people mean.
  const { from, to, currencies } = ranges.reduce((most, range) => (range.currencies.length > most.currencies.length ? range : most));
  const money = (minor: number) => (currencies.length === 1 ? formatAmount(minor, currencies[0]!) : amountIn(minor, currencies));
  const others = currencies.length > 1 ? ', in whichever currency is called so' : '';
  const told = about ? `${money(from)} to ${money(to)} (${text} ±${aboutPercent} %)` : money(from);
  return { what: 'Amount', text: told + others, otherwise: about ? 'Without “about” it is exact.' : 'With “about” it may be 10 % more or less.' };
}

/** Without a sign, which one of them would give it. */
const amountIn = (minor: number, [currency]: readonly string[]) => formatAmount(minor, currency!).replace(/^[^\d]+/u, '');

function timeChip(when: NonNullable<Said['when']>, clocks: Clocks, now: Date): Chip {
  const timeZone = clocks === 'merchant' ? 'UTC' : clocks.timeZone;
  const spans = spansOf(when, { timeZone, now });
  if (!spans.length) return { what: 'Left out', text: when.text, otherwise: 'There is no such day.', isLeftOut: true };
  if (when.lastMinutes !== undefined) return { what: 'Time', text: when.text };
  const [first, last] = [spans[0]!.from!, new Date(spans.at(-1)!.before!.getTime() - 1)];
  const days = [formatDay(first, timeZone), formatDay(last, timeZone)];
  const hours = when.clock ? `, ${clockText(when.clock.from)} to ${clockText(when.clock.to)}` : '';
  const range = days[0] === days[1] || (when.clock && spans.length === 1) ? days[0]! : `${days[0]} to ${days[1]}`;
  return { what: 'Time', text: `${range}${hours}, ${clocks === 'merchant' ? 'on each merchant’s own clock' : `on the clocks of ${clocks.timeZone}`}`, otherwise: `Understood from “${when.text}”.` };
}

const clockText = (minutes: number) => `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
