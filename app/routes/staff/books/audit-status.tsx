import type { BooksAudit } from '~/payments/reconciliation/books-audit-records';
import { pluralize } from '~/platform/text/pluralize';
import { Badge } from '~/ui/content/status-badge';

export function AuditStatusBadge({ state, findingCount }: Pick<BooksAudit, 'state' | 'findingCount'>) {
  if (state === 'requested') return <Badge text="Starting" tone="neutral" />;
  if (state === 'running') return <Badge text="Running" tone="accent" />;
  if (state === 'failed') return <Badge text="Failed" tone="negative" />;
  return findingCount ? (
    <Badge text={pluralize(findingCount, 'discrepancy', 'discrepancies')} tone="negative" />
  ) : (
    <Badge text="No discrepancies" tone="positive" />
  );
}
