/** What ends a chargeback, by its name in the database (decisions: Lifecycle), is how the dispute was decided. */
const ends: Record<string, string> = { settle: 'dispute_lost', void: 'dispute_won' };

export const disputeEnding = Object.keys(ends);

/** What an operation of a chargeback is told as; undefined when it decided nothing. */
export function disputeEnd(type: string): string | undefined {
  return ends[type];
}
