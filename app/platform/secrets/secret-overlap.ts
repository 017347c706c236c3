/** The choices for the overlap of an old secret in hours (decisions: Authentication). */
export const overlapHoursOptions = [0, 1, 24, 168] as const;

export type OverlapHours = (typeof overlapHoursOptions)[number];

/** The choice in a form. Undefined for anything else. */
export function parseOverlapHours(text: unknown): OverlapHours | undefined {
  return overlapHoursOptions.find((hours) => String(hours) === text);
}
