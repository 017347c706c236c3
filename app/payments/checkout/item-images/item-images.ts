import { createThumbnailRenderer } from '~/documents/thumbnail';
import { takeAttempt } from '~/identity/login/lockout';
import type { Environment } from '~/platform/environment';
import type { Order } from '~/payments/transactions/order-lines';
import { findCheckoutIntent } from '../payment-intents';
import { downloadImage } from './image-download';
import { createImageLoader } from './image-loader';

/** The checkout shows images with 64 pixels per side, and screens have up to three dots per pixel. */
const thumbnailSide = 192;

/** Separate, so that test orders, which anyone can create, don't delay those of real payers. */
const loaders = { test: createLoader('test'), live: createLoader('live') };

function createLoader(environment: Environment) {
  const renderThumbnail = createThumbnailRenderer();
  return createImageLoader(async ({ owner, url }) => {
    // Otherwise, a merchant could make us load large files from someone else's host without end.
    if (await takeAttempt(`item_image_${environment}`, owner)) return 'unusable';
    const file = await downloadImage({ imageUrl: url, environment });
    return typeof file === 'string' ? file : ((await renderThumbnail(file, thumbnailSide)) ?? 'unusable');
  });
}

/**
 * The image of an order item, as a WebP. Null if there is none or it can't be shown, whatever the reason. The URL comes from
 * an order that can still be paid, and never from a request.
 * @param item its position in the order, from 0
 */
export async function findItemImage({
  item,
  ...address
}: {
  accountId: string;
  environment: Environment;
  intentId: string;
  item: number;
}): Promise<Buffer | null> {
  const { accountId, environment } = address;
  const intent = await findCheckoutIntent(address);
  const url = intent?.phase === 'open' ? listItemImageUrls(intent.order)[item] : undefined;
  return url ? loaders[environment]({ owner: accountId, url }) : null;
}

/** The merchant's image URLs of an order's items, null for those without one. */
export function listItemImageUrls({ order_items: items }: Order): (string | null)[] {
  if (!Array.isArray(items)) return [];
  return (items as { image_url?: unknown }[]).map(({ image_url: url }) =>
    typeof url === 'string' ? url : null,
  );
}
