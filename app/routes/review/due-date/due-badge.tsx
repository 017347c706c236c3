import { Badge } from '~/ui/content/status-badge';
import type { DueLabel } from './due-label';

/** The time until the promised date. A late one is said in words and in color, also when another date was promised since. */
export function DueBadge({ due, missed }: { due: DueLabel; missed: boolean }) {
  return (
    <>
      <Badge text={due.text} tone={due.late ? 'negative' : 'neutral'} />
      {missed && <Badge text="Overdue" tone="negative" />}
    </>
  );
}
