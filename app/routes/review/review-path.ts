/** The page of an application, or what lies below it. */
export function getReviewPath(applicationId: string, subpath = ''): string {
  return `/review/applications/${applicationId}${subpath && `/${subpath}`}`;
}
