import sharp, { type Sharp } from 'sharp';
import { maximumBytes, type CheckedFile, type ImageError, type ImageType } from './file-types';
import { decodeHeic } from './heic';

/**
 * An A4 page at 600 dpi has 35 megapixels. A decoded pixel takes up to 4 bytes, and one image is decoded at a
 * time.
 */
const maximumPixels = 50_000_000;

/** An A4 page of this length is still legible: 350 dpi. */
const maximumSidePixels = 4_096;

const decodeSeconds = 30;

// Each image is read once, so a cache doesn't help.
sharp.cache(false);
sharp.concurrency(1);

/** Re-encodes an image upright, without its metadata. HEIC becomes JPEG. */
export async function reencodeImage(bytes: Buffer, type: ImageType): Promise<CheckedFile | ImageError> {
  try {
    const image =
      type === 'image/jpeg' || type === 'image/png' ? await openImage(bytes) : await openHeic(bytes);
    if (typeof image === 'string') return image;
    const upright = image
      .autoOrient()
      .resize({
        width: maximumSidePixels,
        height: maximumSidePixels,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .toColourspace('srgb')
      .timeout({ seconds: decodeSeconds });
    if (type === 'image/png') {
      const png = await upright.clone().png().toBuffer();
      if (png.length <= maximumBytes) return { bytes: png, contentType: 'image/png' };
    }
    return {
      bytes: await upright.flatten({ background: 'white' }).jpeg({ quality: 88 }).toBuffer(),
      contentType: 'image/jpeg',
    };
  } catch {
    return 'unreadable';
  }
}

async function openImage(bytes: Buffer): Promise<Sharp | ImageError> {
  // The size is in the header, so nothing is decoded for it.
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (width * height > maximumPixels) return 'too_many_pixels';
  return sharp(bytes, { limitInputPixels: maximumPixels, failOn: 'error', sequentialRead: true });
}

async function openHeic(bytes: Buffer): Promise<Sharp | ImageError> {
  const image = await decodeHeic(bytes, decodeSeconds);
  if (typeof image === 'string') return image;
  const { width, height, data } = image;
  return sharp(data, { raw: { width, height, channels: 4 } });
}
