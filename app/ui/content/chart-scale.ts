/** The next round number whose half is round, too, so that the largest value fills most of a chart. */
export function roundUp(size: number): number {
  if (size <= 0) return 0;
  const power = 10 ** Math.floor(Math.log10(size));
  return [1, 1.2, 1.6, 2, 3, 4, 5, 6, 8, 10].map((step) => step * power).find((step) => step >= size)!;
}

/** The points of a line in a box that is 100 high, for SVG. */
export const toPoints = (points: readonly (readonly [x: number, value: number])[], maximum: number): string =>
  points.map(([x, value]) => `${round(x)},${round(100 - (Math.max(0, value) / maximum) * 100)}`).join(' ');

const round = (coordinate: number) => Number(coordinate.toFixed(2));
