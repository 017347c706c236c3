import { useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { useHydrated } from '../forms/use-hydrated';

type Props = {
  title: string;
  /** The largest value. */
  scale: string;
  /** The text of each position. */
  values: readonly string[];
  /** The labels of the axis: the first, the middle, and the last one. */
  axis: readonly (string | undefined)[];
  /** The position that the focus chooses. The last one unless given. */
  start?: number;
  /** `isPicture`: without scripts, when nothing can be chosen. */
  children: (active: number | null, isPicture: boolean) => ReactNode;
};

/**
 * The frame of a chart. The pointer, and the arrow keys with the focus on the chart, choose a position, whose values are
 * above the chart. Without scripts, a chart is a picture, and the page has a table with the same values.
 */
export function ChartValues({ title, scale, values, axis, start, children }: Props) {
  const isHydrated = useHydrated();
  const [active, setActive] = useState<number | null>(null);
  const last = values.length - 1;
  const first = start ?? last;
  const label = `${title}: chart of the values in the table`;
  // Where a finger was, the values stay until the focus leaves.
  const leave = ({ pointerType }: PointerEvent) => {
    if (pointerType !== 'touch') setActive(null);
  };
  const chooseByPointer = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setActive(Math.min(last, Math.max(0, Math.floor(((clientX - left) / width) * values.length))));
  };
  const chooseByKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || (event.key === 'Escape' && active === null)) return;
    const from = active ?? first;
    const target = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last }[event.key];
    if (target === undefined && event.key !== 'Escape') return;
    event.preventDefault();
    setActive(target === undefined ? null : Math.min(last, Math.max(0, target)));
  };
  return (
    <>
      <p
        className="mb-2 flex min-h-10 items-end justify-between gap-4 text-sm tabular-nums sm:min-h-5"
        aria-hidden="true"
      >
        <span className="text-ink-soft">{scale}</span>
        {active !== null && <span className="text-right font-medium">{values[active]}</span>}
      </p>
      {isHydrated && values.length > 0 ? (
        <div
          role="slider"
          tabIndex={0}
          className="touch-pan-y"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={active ?? first}
          aria-valuetext={values[active ?? first]}
          onPointerMove={chooseByPointer}
          onPointerDown={chooseByPointer}
          onPointerLeave={leave}
          onFocus={() => setActive((index) => index ?? first)}
          onBlur={() => setActive(null)}
          onKeyDown={chooseByKey}
        >
          {children(active, false)}
        </div>
      ) : (
        <div role="img" aria-label={label}>
          {children(null, true)}
        </div>
      )}
      <p className="mt-1 flex justify-between text-sm text-ink-soft" aria-hidden="true">
        {[...new Set(axis)].map((text) => (
          <span key={text}>{text}</span>
        ))}
      </p>
    </>
  );
}
