import type { ReviewQueueView } from '~/merchants/applications/review/review-queue';

export type QueueFilter = { view: ReviewQueueView; search: string; page: number };

export function getQueueUrl({ view, search, page }: QueueFilter): string {
  return `/review?${new URLSearchParams({ view, ...(search && { search }), ...(page > 1 && { page: String(page) }) })}`;
}
