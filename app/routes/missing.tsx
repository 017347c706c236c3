/** Every address that is no page: found here, so that the answer has the product's own 404 page. */
export function loader(): never {
  throw new Response(null, { status: 404 });
}

export const action = loader;

export default function Missing() {
  return null;
}
