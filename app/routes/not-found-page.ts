/** The view of a route that takes forms and has none of its own: with it a refusal is answered as a page, and not as the data of one. */
export default function NotFoundPage() {
  return null;
}
