import sharp, { type Sharp } from 'sharp';
import { maximumBytes, type CheckedFile, type ImageError, type ImageType } from './file-types';
import { decodeHeic } from './heic';

/** A page of A4 at 600 dpi has 35 million. A decoded pixel takes up to 4 bytes, and one image is decoded at a time. */
const maximumPixels = 50_000_000;

/** A page of A4 is still read well at this length: 350 dpi. */
const maximumSidePixels = 4_096;

const decodeSeconds = 30;

// An image is seen once, so there is nothing to gain from keeping it.
sharp.cache(false);
sharp.concurrency(1);

/** Writes the picture of an image file into a file of ours, upright, and nothing else of it. HEIC becomes JPEG. */
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
  // The size stands in the first bytes; nothing is decoded for it.
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
