import { toPoints } from './chart-scale';

/**
 * A value's trend as a small line. Where there is no value, it has a gap, and a value between two gaps is a dot. It's
 * decorative: the report has a table with the values.
 */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const maximum = Math.max(...values.map((value) => value ?? 0), 0);
  if (values.length < 2 || maximum === 0) return null;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${values.length - 1} 100`}
      preserveAspectRatio="none"
      className="h-7 w-full overflow-visible"
    >
      {listRuns(values).map((run) => {
        const points = toPoints(run, maximum);
        return run.length > 1 ? (
          <polyline key={run[0]![0]} points={points} className="line-now" />
        ) : (
          <polyline key={run[0]![0]} points={`${points} ${points}`} className="line-end [stroke-width:4px]" />
        );
      })}
    </svg>
  );
}

/** The values without gaps between them, each with its position. */
function listRuns(values: readonly (number | null)[]): [x: number, value: number][][] {
  const runs: [number, number][][] = [];
  for (const [x, value] of values.entries()) {
    if (value === null) continue;
    const last = runs.at(-1);
    if (last?.at(-1)![0] === x - 1) last.push([x, value]);
    else runs.push([[x, value]]);
  }
  return runs;
}
