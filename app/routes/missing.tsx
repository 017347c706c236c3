import type { LoaderFunctionArgs } from '@remix-run/node';

/** Every unknown URL, so that it gets the product's 404 page. Also a file route's errors. */
export function loader({ context }: LoaderFunctionArgs): never {
  throw context.rejection ?? new Response(null, { status: 404 });
}

export const action = loader;

export default function Missing() {
  return null;
}
