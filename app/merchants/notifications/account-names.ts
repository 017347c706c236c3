/** The columns of an account that {@link toNameProps} needs. */
export const accountNameColumns = { name: true, mode: true } as const;

/** The name of an account for an email. Staff approve the name with the application. */
export function toNameProps({ name, mode }: { name: string; mode: string }) {
  return { businessName: name, approved: mode === 'live' };
}
