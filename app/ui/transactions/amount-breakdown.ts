/** A payment's counters in minor units, as the database has them. */
export type AmountCounters = {
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

type HoldPart = 'captured' | 'hold_pending' | 'remaining' | 'voided' | 'expired';
type CapturePart = 'kept' | 'refund_pending' | 'refunded' | 'disputed' | 'lost';

/** `amount` in minor units. */
export type AmountPart<Kind extends string = HoldPart | CapturePart> = { kind: Kind; amount: number };

/** What became of what was authorized: the parts make it up, always. */
export function breakDownHold(counters: AmountCounters): AmountPart<HoldPart>[] {
  const { amountAuthorized, amountCaptured, amountVoided, amountExpired, holdReserved } = counters;
  return [
    { kind: 'captured', amount: amountCaptured },
    { kind: 'hold_pending', amount: holdReserved },
    {
      kind: 'remaining',
      amount: amountAuthorized - amountCaptured - amountVoided - amountExpired - holdReserved,
    },
    { kind: 'voided', amount: amountVoided },
    { kind: 'expired', amount: amountExpired },
  ];
}

/** What became of what was captured: the parts make it up, always. */
export function breakDownCaptured(counters: AmountCounters): AmountPart<CapturePart>[] {
  const { amountCaptured, amountRefunded, refundReserved, chargebackOpen, amountChargedBack } = counters;
  return [
    {
      kind: 'kept',
      amount: amountCaptured - amountRefunded - refundReserved - chargebackOpen - amountChargedBack,
    },
    { kind: 'refund_pending', amount: refundReserved },
    { kind: 'refunded', amount: amountRefunded },
    { kind: 'disputed', amount: chargebackOpen },
    { kind: 'lost', amount: amountChargedBack },
  ];
}
