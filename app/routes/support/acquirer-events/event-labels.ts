import type { ListedEvent } from '~/payments/inbox/event-list';
import type { StatusLabel } from '~/ui/labels/transaction-labels';

/** What an acquirer's event is about. */
export const eventSubjectLabels: Record<ListedEvent['about'], string> = {
  authorization: 'Authorization',
  capture: 'Capture',
  void: 'Void',
  refund: 'Refund',
  dispute: 'Dispute',
  payout: 'Payout',
  other: 'Other',
};

type Attempted = { attempts: number; nextAttemptAt: unknown; processedAt: unknown };

export function getEventStatusLabel({ attempts, nextAttemptAt, processedAt }: Attempted): StatusLabel {
  if (processedAt) return { text: 'Processed', tone: 'positive' };
  if (!nextAttemptAt) return { text: 'Unmatched', tone: 'negative' };
  return attempts ? { text: 'Retrying', tone: 'caution' } : { text: 'Waiting', tone: 'neutral' };
}
