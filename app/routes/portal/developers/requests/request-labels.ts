import type { ApiRequestOutcome } from '~/merchants/api-requests/request-records';
import type { StatusLabel } from '~/ui/labels/transaction-labels';

export const outcomeLabels: Record<ApiRequestOutcome, StatusLabel & { meaning: string }> = {
  executed: {
    text: 'Executed',
    tone: 'positive',
    meaning: 'This was the first request with this external_id, and it was processed.',
  },
  replayed: {
    text: 'Replayed',
    tone: 'accent',
    meaning:
      'An identical request with this external_id came before. We returned its response again, and nothing happened twice.',
  },
  conflicted: {
    text: 'Conflicted',
    tone: 'caution',
    meaning: 'The external_id was already used for a different request, so this one had no effect.',
  },
};

/** An HTTP status of 200, because a decline isn't an error of the request. */
export const declinedLabel: StatusLabel = { text: 'Declined', tone: 'negative' };

export function getStatusLabel(status: number): StatusLabel {
  return { text: String(status), tone: status < 400 ? 'positive' : status < 500 ? 'caution' : 'negative' };
}

/** A readable size: "1.4 KB". */
export function formatSize(bytes: number): string {
  if (bytes === 1) return '1 byte';
  return bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(1)} KB`;
}
