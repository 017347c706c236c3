import { Badge } from '~/ui/status-badge';
import type { Due } from './due';

/** The time until the promised date. A late one is said in words and in colour. */
export function DueBadge({ due }: { due: Due }) {
  return <Badge text={due.text} tone={due.late ? 'negative' : 'neutral'} />;
}
