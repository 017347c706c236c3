/** The page of an application, or what lies below it. */
export function pathOf(applicationId: string, below = ''): string {
  return `/review/applications/${applicationId}${below && `/${below}`}`;
}
