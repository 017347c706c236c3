/** The columns of an account that {@link toNameProps} needs. */
export const accountNameColumns = { name: true, mode: true, timeZone: true } as const;

/** The name of an account for an email, and the time zone of its times. Staff approve the name with the application. */
export function toNameProps({ name, mode, timeZone }: { name: string; mode: string; timeZone: string }) {
  return { businessName: name, approved: mode === 'live', timeZone };
}
