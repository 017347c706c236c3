import type { ApiRequestOutcome } from '~/merchants/api-requests/request-records';
import type { StatusLabel } from '~/ui/labels/transaction-labels';

export const outcomeLabels: Record<ApiRequestOutcome, StatusLabel & { meaning: string }> = {
  executed: {
    text: 'Executed',
    tone: 'positive',
    meaning: 'It was the first request with this external_id, and it was carried out.',
  },
  replayed: {
    text: 'Replayed',
    tone: 'accent',
    meaning:
      'The external_id was used before for the same request. The first reply was sent again, and nothing was done twice.',
  },
  conflicted: {
    text: 'Conflicted',
    tone: 'caution',
    meaning: 'The external_id was used before for something else. Nothing was done.',
  },
};

export function getStatusLabel(status: number): StatusLabel {
  return { text: String(status), tone: status < 400 ? 'positive' : status < 500 ? 'caution' : 'negative' };
}

/** "1.4 KB": what a person can picture. */
export function formatSize(bytes: number): string {
  return bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(1)} KB`;
}
