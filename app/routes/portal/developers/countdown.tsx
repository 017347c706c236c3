import { useEffect, useState } from 'react';

/** The time left until a moment, in two units. On the server as of `now`. The browser continues counting. */
export function Countdown({ until, now }: { until: Date; now: Date }) {
  const first = until.getTime() - now.getTime();
  const [left, setLeft] = useState(first);
  useEffect(() => {
    // Counted from the rendering of the page, because the browser's clock may be wrong.
    const started = performance.now();
    const timer = setInterval(() => setLeft(first - (performance.now() - started)), 1_000);
    return () => clearInterval(timer);
  }, [first]);
  return (
    <span className="whitespace-nowrap tabular-nums">{left > 0 ? `in ${formatTimeLeft(left)}` : 'now'}</span>
  );
}

/** "6 d 4 h", "24 h", "23 h 59 min", "4 min 10 s". */
function formatTimeLeft(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  const [days, hours, minutes] = [
    seconds > 86_400 ? Math.floor(seconds / 86_400) : 0,
    seconds > 86_400 ? Math.floor(seconds / 3600) % 24 : Math.floor(seconds / 3600),
    Math.floor(seconds / 60) % 60,
  ];
  const parts = days
    ? [`${days} d`, hours && `${hours} h`]
    : hours
      ? [`${hours} h`, minutes && `${minutes} min`]
      : [minutes && `${minutes} min`, `${seconds % 60} s`];
  return parts.filter(Boolean).join(' ');
}
