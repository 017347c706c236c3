import { createImageCache } from '~/documents/image-cache';
import { createFairQueue } from '~/platform/concurrency/fair-queue';
import type { ImageLoadError } from './image-download';

const thumbnailSeconds = 3600;
const errorSeconds = 60;
const maximumCachedBytes = 16 * 1024 * 1024;

/** As many images can wait as an order has items. */
const queueLimits = { slots: 4, waitingPerOwner: 200 };

/** `owner`: whose order names the URL. Owners share no results, so none learns what others have loaded. */
export type LinkedImage = { owner: string; url: string };

type LoadThumbnail = (image: LinkedImage) => Promise<Buffer | ImageLoadError>;

/**
 * Loads each image once for all payers who see it at the same time or within an hour. What failed is remembered for a
 * minute, and so is an unreachable host with all of its images.
 */
export function createImageLoader(loadThumbnail: LoadThumbnail) {
  const cache = createImageCache(maximumCachedBytes);
  const runInTurn = createFairQueue(queueLimits);
  const loading = new Map<string, Promise<Buffer | null>>();

  async function load(image: LinkedImage, key: string): Promise<Buffer | null> {
    const hostKey = toCacheKey({ ...image, url: new URL(image.url).origin });
    const thumbnail = await runInTurn(image.owner, async () => {
      // Asked in turn, because the host may have failed while the image was waiting.
      const isHostUnreachable = cache.find(hostKey) === null;
      const result = isHostUnreachable ? 'unusable' : await loadThumbnail(image);
      if (result === 'unreachable') cache.keep(hostKey, null, errorSeconds);
      const loaded = typeof result === 'string' ? null : result;
      cache.keep(key, loaded, loaded ? thumbnailSeconds : errorSeconds);
      return loaded;
    });
    return thumbnail === 'too_busy' ? null : thumbnail;
  }

  return function findThumbnail(image: LinkedImage): Promise<Buffer | null> {
    const key = toCacheKey(image);
    const known = cache.find(key);
    if (known !== undefined) return Promise.resolve(known);
    const pending = loading.get(key) ?? load(image, key).finally(() => loading.delete(key));
    loading.set(key, pending);
    return pending;
  };
}

/** A URL contains no spaces. That of a host has no slash at its end. */
function toCacheKey({ owner, url }: LinkedImage): string {
  return `${owner} ${url}`;
}
