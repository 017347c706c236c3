/** How long an old secret may go on beside the new one, in hours (decisions: Authentication). */
export const overlapsInHours = [0, 1, 24, 168] as const;

export type OverlapHours = (typeof overlapsInHours)[number];

/** As a form says it; undefined for what is none of them. */
export function readOverlap(text: unknown): OverlapHours | undefined {
  return overlapsInHours.find((hours) => String(hours) === text);
}
