import type { LoaderFunctionArgs } from '@remix-run/node';
import { findItemImage } from '~/payments/checkout/item-images/item-images';
import { parseIntentAddress } from './checkout-visit';

const cacheSeconds = 3600;

const headers = {
  'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** A transparent pixel. Browsers draw it despite the status, and no icon of a broken image. */
const transparentGif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/**
 * The image of an order item. The reply is the same for every reason why there is none, so that it reveals nothing about
 * other hosts or orders (threat T14).
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const item = new URL(request.url).searchParams.get('item') ?? '';
  const image = /^\d{1,3}$/.test(item)
    ? await findItemImage({ ...parseIntentAddress(request), item: Number(item) })
    : null;
  if (!image)
    return new Response(transparentGif, {
      status: 404,
      headers: { ...headers, 'Content-Type': 'image/gif', 'Cache-Control': 'no-store' },
    });
  return new Response(new Uint8Array(image), {
    headers: {
      ...headers,
      'Content-Type': 'image/webp',
      'Cache-Control': `private, max-age=${cacheSeconds}`,
    },
  });
}
