import type { LoaderFunctionArgs } from '@remix-run/node';

/** Every address that is no page: found here, so that the answer has the product's own 404 page. Also what a file was refused with. */
export function loader({ context }: LoaderFunctionArgs): never {
  throw context.refusal ?? new Response(null, { status: 404 });
}

export const action = loader;

export default function Missing() {
  return null;
}
