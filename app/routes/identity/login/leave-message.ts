/** Why a staff member can't log in. `until`: the last day of their leave, such as 2026-12-24. */
export function describeLeave(until: string): string {
  return `You’re on leave until ${until} (UTC). To log in sooner, ask an admin to end your leave.`;
}
