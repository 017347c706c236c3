import type { MoneyPart } from './money-bar';

/** A payment's counters in minor units, as the database has them. */
export type Counters = {
  amountAuthorized: number;
  amountCaptured: number;
  amountVoided: number;
  amountExpired: number;
  amountRefunded: number;
  holdReserved: number;
  refundReserved: number;
  chargebackOpen: number;
  amountChargedBack: number;
};

/** What became of what was authorised: the parts make it up, always. */
export function holdParts(counters: Counters): MoneyPart[] {
  const { amountAuthorized, amountCaptured, amountVoided, amountExpired, holdReserved } = counters;
  return [
    { name: 'Captured', amount: amountCaptured, tone: 'captured' },
    { name: 'Being captured or voided', amount: holdReserved, tone: 'asked' },
    { name: 'Remaining', amount: amountAuthorized - amountCaptured - amountVoided - amountExpired - holdReserved, tone: 'remaining' },
    { name: 'Voided', amount: amountVoided, tone: 'voided' },
    { name: 'Expired', amount: amountExpired, tone: 'expired' },
  ];
}

/** What became of what was captured: the parts make it up, always. */
export function captureParts(counters: Counters): MoneyPart[] {
  const { amountCaptured, amountRefunded, refundReserved, chargebackOpen, amountChargedBack } = counters;
  return [
    { name: 'Kept', amount: amountCaptured - amountRefunded - refundReserved - chargebackOpen - amountChargedBack, tone: 'captured' },
    { name: 'Being refunded', amount: refundReserved, tone: 'asked' },
    { name: 'Refunded', amount: amountRefunded, tone: 'voided' },
    { name: 'Chargeback open', amount: chargebackOpen, tone: 'disputed' },
    { name: 'Charged back', amount: amountChargedBack, tone: 'lost' },
  ];
}
