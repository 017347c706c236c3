import type { ReactNode } from 'react';
import { Time } from './time';
import { disputeReasonWord } from './transaction-words';

/** Why a chargeback was opened and until when it can be answered, in the same words wherever it is told. Nothing of other transactions. */
export function disputeFacts({
  disputeStage,
  disputeReason,
  disputeDueBy,
}: {
  disputeStage: string | null;
  disputeReason: string | null;
  disputeDueBy: Date | string | null;
}): [name: string, value: ReactNode][] {
  return [
    ['Chargeback reason', disputeReason && disputeReasonWord(disputeReason)],
    [
      answerBefore,
      disputeStage === 'needs_response' && disputeDueBy ? <Time key="due" at={disputeDueBy} /> : null,
    ],
  ];
}

export const answerBefore = 'Answer before';
