import { Badge } from '~/ui/content/status-badge';
import type { DueLabel } from './due-label';

/**
 * The time until the response date. Overdue is shown in words and color, even if a later date was set since.
 */
export function DueBadge({ due, missed }: { due: DueLabel; missed: boolean }) {
  return (
    <>
      <Badge text={due.text} tone={due.late ? 'negative' : 'neutral'} />
      {missed && <Badge text="Overdue" tone="negative" />}
    </>
  );
}
