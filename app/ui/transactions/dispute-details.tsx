import type { ReactNode } from 'react';
import { Time } from '../content/time';
import { getDisputeReasonLabel } from '../labels/transaction-labels';

/**
 * A chargeback's reason and response deadline, in the same words everywhere. Nothing for other transactions.
 */
export function getDisputeDetails({
  disputeStage,
  disputeReason,
  disputeDueBy,
}: {
  disputeStage: string | null;
  disputeReason: string | null;
  disputeDueBy: Date | string | null;
}): [name: string, value: ReactNode][] {
  return [
    ['Chargeback reason', disputeReason && getDisputeReasonLabel(disputeReason)],
    [
      responseDeadlineLabel,
      disputeStage === 'needs_response' && disputeDueBy ? <Time key="due" at={disputeDueBy} /> : null,
    ],
  ];
}

export const responseDeadlineLabel = 'Respond by';
