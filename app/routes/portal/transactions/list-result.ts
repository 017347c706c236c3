import { pluralize } from '~/platform/text/pluralize';
import { describeResult, type ResultCount } from '~/ui/forms/filter-result';

/** "1 transaction", "1,000+ transactions". `total`: of all pages. If it found none before its limit, `page` counts instead. */
export function describeTransactionCount(
  total: { count: number; isMore: boolean } | null,
  page: ResultCount,
): string {
  if (!page) return '';
  if (!total) return 'No filters';
  const { count, isMore } = total;
  if (count)
    return isMore ? `${count.toLocaleString('en-US')}+ transactions` : pluralize(count, 'transaction');
  return isMore ? describeResult(page) : 'No transactions';
}
