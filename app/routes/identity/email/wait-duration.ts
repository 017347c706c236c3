import { pluralize } from '~/platform/text/pluralize';

/** "45 seconds", "1 minute", "30 minutes": a readable wait, rounded up. */
export function formatWait(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return pluralize(count, unit);
}
