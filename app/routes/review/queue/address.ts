import type { QueueView } from '~/merchants/applications/queue';

export type QueueFilter = { view: QueueView; search: string; page: number };

export function queueAddress({ view, search, page }: QueueFilter): string {
  return `/review?${new URLSearchParams({ view, ...(search && { search }), ...(page > 1 && { page: String(page) }) })}`;
}
