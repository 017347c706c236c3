/** How long a support session may last, in minutes; the database holds the last one too. */
export const supportSessionMinutes = [15, 30, 60] as const;
