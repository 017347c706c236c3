/** What ends a chargeback, by its name in the database (decisions: Lifecycle), is how the dispute was decided. */
const outcomesByOperationType: Record<string, string> = { settle: 'dispute_lost', void: 'dispute_won' };

export const disputeOutcomeTypes = Object.keys(outcomesByOperationType);

/** What an operation of a chargeback is told as; undefined when it decided nothing. */
export function getDisputeOutcome(type: string): string | undefined {
  return outcomesByOperationType[type];
}
