/** How long an old secret may go on beside the new one, in hours (decisions: Authentication). */
export const overlapHoursOptions = [0, 1, 24, 168] as const;

export type OverlapHours = (typeof overlapHoursOptions)[number];

/** As a form says it; undefined for what is none of them. */
export function parseOverlapHours(text: unknown): OverlapHours | undefined {
  return overlapHoursOptions.find((hours) => String(hours) === text);
}
