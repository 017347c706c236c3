/** A payment's counters in minor units, as in the database. */
export type AmountCounters = {
  amountAuthorized: number;
  amountCaptured: number;
  amountVoided: number;
  amountExpired: number;
  /** The acquirer released it with a capture, so that it didn't expire. */
  holdReleased?: boolean;
  amountRefunded: number;
  holdReserved: number;
  refundReserved: number;
  chargebackOpen: number;
  amountChargedBack: number;
};

type HoldPart = 'captured' | 'hold_pending' | 'remaining' | 'voided' | 'released' | 'expired';
type CapturePart = 'kept' | 'refund_pending' | 'refunded' | 'disputed' | 'lost';

/** `amount` in minor units. */
export type AmountPart<Kind extends string = HoldPart | CapturePart> = { kind: Kind; amount: number };

/** The breakdown of the authorized amount. The parts always add up. */
export function breakDownHold(counters: AmountCounters): AmountPart<HoldPart>[] {
  const { amountAuthorized, amountCaptured, amountVoided, amountExpired, holdReserved, holdReleased } =
    counters;
  return [
    { kind: 'captured', amount: amountCaptured },
    { kind: 'hold_pending', amount: holdReserved },
    {
      kind: 'remaining',
      amount: amountAuthorized - amountCaptured - amountVoided - amountExpired - holdReserved,
    },
    { kind: 'voided', amount: amountVoided },
    { kind: holdReleased ? 'released' : 'expired', amount: amountExpired },
  ];
}

/** The breakdown of the captured amount. The parts always add up. */
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
