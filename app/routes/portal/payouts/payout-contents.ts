import {
  findPayoutBreakdown,
  listPayoutLines,
  type PayoutBreakdown,
  type PayoutLine,
  type PayoutLineCursor,
} from '~/payments/payouts/payout-lines';
import type { PayoutSummary } from '~/payments/payouts/payout-summaries';
import type { Environment } from '~/platform/environment';
import { readTextParameter } from '~/platform/lists/list-url';

/** A payout's page as one merchant sees it. `newest` and `older`: the URLs of other pages of its entries. */
export type PayoutContents = {
  payout: PayoutSummary;
  breakdown: PayoutBreakdown | null;
  lines: PayoutLine[];
  newest: string | null;
  older: string | null;
};

/** @param path the page's, for the links to other pages of entries */
export async function readPayoutContents(
  request: Request,
  {
    payout,
    path,
    ...merchant
  }: { payout: PayoutSummary; path: string; accountId: string; environment: Environment },
): Promise<PayoutContents> {
  const before = readCursor(readTextParameter(new URL(request.url).searchParams, 'before'));
  const contents = { id: payout.id, ...merchant };
  const [page, breakdown] = await Promise.all([
    listPayoutLines({ ...contents, before }),
    findPayoutBreakdown(contents),
  ]);
  return {
    payout,
    breakdown,
    lines: page.lines,
    newest: before ? path : null,
    older: page.before && `${path}?before=${page.before.occurredAt.getTime()}_${page.before.entryId}`,
  };
}

/** The position in the list, from the URL. */
function readCursor(text: string): PayoutLineCursor | undefined {
  const [, time, entryId] = /^(\d{1,14})_(.+)$/.exec(text) ?? [];
  return time && entryId ? { occurredAt: new Date(Number(time)), entryId } : undefined;
}
