import { roundUp } from './chart-scale';
import { ChartValues } from './chart-values';

/** A position on the axis: its label, the text of its bar, and the bar's segments, bottom first. */
type Bar = { label: string; text: string; pieces: readonly { size: number; tone: keyof typeof tones }[] };

const tones = { accent: 'fill-accent', positive: 'fill-positive', negative: 'fill-negative' };

type Props = {
  title: string;
  bars: readonly Bar[];
  formatScale: (size: number) => string;
  legend?: readonly { name: string; tone: keyof typeof tones }[];
};

/**
 * A bar chart over time, rendered on the server. The page has a table with the same values, and `title` describes the
 * chart. The pointer and the arrow keys show the values of a bar.
 */
export function BarChart({ title, bars, formatScale, legend }: Props) {
  const maximum = roundUp(
    Math.max(0, ...bars.map(({ pieces }) => pieces.reduce((sum, { size }) => sum + size, 0))),
  );
  return (
    <figure className="min-w-0">
      <figcaption className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="font-medium">{title}</span>
        {legend && (
          <span className="flex flex-wrap gap-x-4 text-sm text-ink-soft">
            {legend.map(({ name, tone }) => (
              <span key={name} className="flex items-center gap-1.5">
                <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
                  <rect width="10" height="10" rx="3" className={tones[tone]} />
                </svg>
                {name}
              </span>
            ))}
          </span>
        )}
      </figcaption>
      <ChartValues
        title={title}
        scale={formatScale(maximum)}
        values={bars.map(({ label, text }) => `${label}: ${text}`)}
        axis={[bars[0]?.label, bars[Math.floor((bars.length - 1) / 2)]?.label, bars.at(-1)?.label]}
      >
        {(active, isPicture) => (
          <svg
            aria-hidden="true"
            viewBox={`0 0 ${bars.length} 100`}
            preserveAspectRatio="none"
            className="h-36 w-full border-y border-line"
          >
            <line
              x1="0"
              x2={bars.length}
              y1="50"
              y2="50"
              vectorEffect="non-scaling-stroke"
              className="stroke-line"
            />
            {bars.map((bar, i) => (
              <BarColumn
                key={bar.label}
                bar={bar}
                index={i}
                maximum={maximum}
                isActive={i === active}
                hasTooltip={isPicture}
              />
            ))}
          </svg>
        )}
      </ChartValues>
    </figure>
  );
}

function BarColumn({
  bar: { label, text, pieces },
  index,
  maximum,
  isActive,
  hasTooltip,
}: {
  bar: Bar;
  index: number;
  maximum: number;
  isActive: boolean;
  hasTooltip: boolean;
}) {
  const heights = pieces.map(({ size }) => (maximum ? (Math.max(0, size) / maximum) * 100 : 0));
  return (
    <g>
      <rect x={index} width="1" height="100" className={isActive ? 'fill-sunken' : 'fill-transparent'} />
      {/* A position without values has a mark on the axis. */}
      {heights.every((height) => height === 0) && (
        <rect x={index + 0.38} y="98" width="0.24" height="2" className="fill-line-strong" />
      )}
      {pieces.map(({ tone }, i) => {
        const offset = heights.slice(0, i + 1).reduce((sum, height) => sum + height, 0);
        return (
          heights[i]! > 0 && (
            <rect
              key={tone}
              x={index + 0.12}
              y={100 - offset}
              width="0.76"
              height={heights[i]}
              className={tones[tone]}
            />
          )
        );
      })}
      {hasTooltip && <title>{`${label}: ${text}`}</title>}
    </g>
  );
}
