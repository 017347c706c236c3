// A transaction in plain words: what was asked for, what became of it, and what is still open.
import { plainAmount } from '~/platform/money';
import { captureParts, holdParts, type Counters } from './money-parts';
import { formatDay } from './time-format';
import { disputeReasonWord } from './transaction-words';

export type Told = Counters & {
  type: string;
  status: string;
  orderAmount: number;
  orderCurrency: string;
  createdAt: Date;
  captureBefore: Date | null;
  settledAt: Date | null;
  disputeStage: string | null;
  disputeReason: string | null;
  disputeDueBy: Date | null;
  /** Why the bank refused, in words. */
  declined: string | null;
  /** Of a refund: the bank had accepted it before it came back. */
  accepted: boolean;
};

type Place = { timeZone: string; now: Date };

/** "Authorised €100.00 on 3 May. €60.00 captured, €40.00 on hold until 10 May." Days are those of the account's time zone; the year is said when it is another one. */
export function transactionSentence(told: Told, place: Place): string {
  if (told.type === 'REFUND') return refundSentence(told, place);
  if (told.type === 'CHARGEBACK') return chargebackSentence(told, place);
  return paymentSentence(told, place);
}

const waiting = 'The bank has not answered yet; we keep asking.';

function paymentSentence(told: Told, place: Place): string {
  const money = moneyOf(told);
  const day = dayWords(told.createdAt, place);
  if (told.status === 'PENDING') return `${money(told.orderAmount)} was asked for on ${day}. ${waiting}`;
  if (told.status === 'DECLINED')
    return `The bank refused ${money(told.orderAmount)} on ${day}${because(told.declined)} No money was held or moved.`;
  const settled = told.settledAt ? ` Settled on ${dayWords(told.settledAt, place)}.` : '';
  return `Authorised ${money(told.amountAuthorized)} on ${day}${holdWords(told, place)}${captureWords(told)}${settled}`;
}

function holdWords(told: Told, place: Place): string {
  const money = moneyOf(told);
  const parts = holdParts(told).filter(({ amount }) => amount > 0);
  const words: Record<(typeof parts)[number]['kind'], (amount: string) => string> = {
    captured: (amount) => `${amount} captured`,
    hold_asked: (amount) => `${amount} with the bank, which has not answered yet`,
    remaining: (amount) => `${amount} on hold${holdEnd(told, place)}`,
    voided: (amount) => `${amount} released`,
    expired: (amount) => `${amount} released when the hold ended`,
  };
  const all = parts.length === 1;
  const phrases = parts.map(({ kind, amount }) => words[kind](all ? 'all of it' : money(amount)));
  return all ? `, ${phrases[0]}.` : `. ${phrases.join(', ')}.`;
}

function holdEnd({ captureBefore }: Told, place: Place): string {
  if (!captureBefore) return '';
  return captureBefore <= place.now
    ? `, which ended on ${dayWords(captureBefore, place)} and is being released`
    : ` until ${dayWords(captureBefore, place)}`;
}

function captureWords(told: Told): string {
  const money = moneyOf(told);
  const parts = captureParts(told).filter(({ amount }) => amount > 0);
  const kept = parts.find(({ kind }) => kind === 'kept');
  if (!parts.length || (kept && parts.length === 1)) return '';
  const words: Record<(typeof parts)[number]['kind'], (amount: string) => string> = {
    refund_asked: (amount) => `${amount} being refunded, which the bank has not answered yet`,
    refunded: (amount) => `${amount} refunded`,
    disputed: (amount) => `${amount} in an open chargeback`,
    lost: (amount) => `${amount} lost to a chargeback`,
    kept: (amount) => `${amount} kept`,
  };
  // What is kept comes last: it is what all this comes to.
  const ordered = [...parts.filter(({ kind }) => kind !== 'kept'), ...(kept ? [kept] : [])];
  if (ordered.length === 1) return ` ${words[ordered[0]!.kind]('All that was captured is')}.`;
  return ` Of what was captured, ${ordered.map(({ kind, amount }) => words[kind](money(amount))).join(', ')}.`;
}

function refundSentence(told: Told, place: Place): string {
  const money = moneyOf(told)(told.orderAmount);
  const day = dayWords(told.createdAt, place);
  if (told.status === 'PENDING') return `A refund of ${money} was asked for on ${day}. ${waiting}`;
  if (told.status === 'DECLINED') {
    const what = told.accepted
      ? `The payer’s bank sent the refund of ${money} of ${day} back`
      : `The bank refused a refund of ${money} on ${day}`;
    return `${what}${because(told.declined)} It can be refunded again.`;
  }
  return `Refunded ${money} on ${day}.${told.settledAt ? ` Settled on ${dayWords(told.settledAt, place)}.` : ' The bank accepted it; the payer sees it within some days.'}`;
}

function chargebackSentence(told: Told, place: Place): string {
  const money = moneyOf(told)(told.orderAmount);
  const reason = told.disputeReason ? disputeReasonWord(told.disputeReason) : null;
  const opened = `The payer’s bank took back ${money} on ${dayWords(told.createdAt, place)}${because(reason)}`;
  return `${opened} ${stageWords(told, place)}`;
}

function stageWords({ status, disputeStage, disputeDueBy }: Told, place: Place): string {
  if (status === 'VOIDED') return 'It was decided for you: the money came back.';
  if (status === 'SETTLED') return 'It was decided for the payer: the money is lost.';
  if (disputeStage !== 'needs_response' || !disputeDueBy) return 'The bank has not decided yet.';
  const due = dayWords(disputeDueBy, place);
  return disputeDueBy <= place.now
    ? `The time to answer ended on ${due}; the bank has not decided yet.`
    : `It has to be answered before ${due}.`;
}

const moneyOf =
  ({ orderCurrency }: Told) =>
  (amount: number) =>
    plainAmount(amount, orderCurrency);

function because(reason: string | null): string {
  return reason ? `: ${reason.replace(/\.$/, '')}.` : '.';
}

function dayWords(moment: Date, { timeZone, now }: Place): string {
  const [day, today] = [formatDay(moment, timeZone), formatDay(now, timeZone)];
  const year = / \d+$/.exec(today)![0];
  return day.endsWith(year) ? day.slice(0, -year.length) : day;
}
