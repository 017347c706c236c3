/** The view of a route that only receives forms: with it, an error is shown as a page instead of data. */
export default function NotFoundPage() {
  return null;
}
