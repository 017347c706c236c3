/** The URL of an application, or of a page below it. */
export function getReviewPath(applicationId: string, subpath = ''): string {
  return `/review/applications/${applicationId}${subpath && `/${subpath}`}`;
}
