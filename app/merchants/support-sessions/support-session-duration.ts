/** The durations of a support session in minutes. The database enforces the longest one. */
export const supportSessionMinutes = [15, 30, 60] as const;
