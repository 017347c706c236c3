/** The page "Check your answers". */
export const reviewPath = '/application/review';

/** In the URL of a page that was opened from {@link reviewPath}, and returns there. */
export const reviewQuery = '?review';

/** The same of a request, for the page's own links and redirects. Empty without it. */
export function readReviewQuery(request: Request): typeof reviewQuery | '' {
  return new URL(request.url).searchParams.has('review') ? reviewQuery : '';
}
