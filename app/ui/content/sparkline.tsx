/** A value's trend as a small line. It's decorative: the report has a table with the values. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const maximum = Math.max(...values, 0);
  if (values.length < 2 || maximum === 0) return null;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${values.length - 1} 100`}
      preserveAspectRatio="none"
      className="mt-1.5 h-7 w-full overflow-visible"
    >
      <polyline points={toPoints(values, maximum)} className="line-now" />
    </svg>
  );
}

/** Points of a line in a box that is 100 high and one wide per step. */
export const toPoints = (values: readonly number[], maximum: number): string =>
  values
    .map((value, index) => `${index},${(100 - (Math.max(0, value) / maximum) * 100).toFixed(1)}`)
    .join(' ');
