import type { LoaderFunctionArgs } from '@remix-run/node';
import { findCheckoutLogo } from '~/merchants/checkout-design/checkout-logos';

const cacheSeconds = 365 * 24 * 3600;

/** A merchant's logo. A new logo has a new URL, so browsers can cache it forever. */
export async function loader({ params }: LoaderFunctionArgs) {
  const png = await findCheckoutLogo(/^(.+)\.png$/.exec(params.file ?? '')?.[1] ?? '');
  if (!png) throw new Response('Not found', { status: 404 });
  return new Response(png, {
    headers: {
      'Content-Type': 'image/png',
      'Content-Length': String(png.length),
      'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': `public, max-age=${cacheSeconds}, immutable`,
    },
  });
}
