import { toPoints } from './chart-scale';

/** A value's trend as a small line. It's decorative: the report has a table with the values. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const maximum = Math.max(...values, 0);
  if (values.length < 2 || maximum === 0) return null;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${values.length - 1} 100`}
      preserveAspectRatio="none"
      className="h-7 w-full overflow-visible"
    >
      <polyline points={toPoints([...values.entries()], maximum)} className="line-now" />
    </svg>
  );
}
