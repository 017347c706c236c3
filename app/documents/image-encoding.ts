import { maximumBytes, type CheckedFile, type ImageError } from './file-types';
import { decoderSource, installedLibraries, runImageProcess } from './image-process';

/**
 * An A4 page at 600 dpi has 35 megapixels. A decoded pixel takes up to 4 bytes, and one image is decoded at a
 * time.
 */
const maximumPixels = 50_000_000;

/** Phones take photos of up to 24 megapixels by default. The decoder needs about 12 bytes per pixel. */
const maximumHeicPixels = 25_000_000;

/** An A4 page of this length is still legible: 350 dpi. */
const maximumSidePixels = 4_096;

const decodeSeconds = 30;
const maximumMegabytes = 1_024;

const source = `
  ${decoderSource}
  async function openImage(bytes) {
    // The size is in the header, so nothing is decoded for it.
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > settings.maximumPixels) return 'too_many_pixels';
    return sharp(bytes, { limitInputPixels: settings.maximumPixels, failOn: 'error', sequentialRead: true });
  }

  async function openHeic(bytes) {
    const [image] = await require(settings.libraries.heicDecode).all({ buffer: bytes });
    if (image.width * image.height > settings.maximumHeicPixels) return 'too_many_pixels';
    const { width, height, data } = await image.decode();
    return sharp(data, { raw: { width, height, channels: 4 } });
  }

  async function encode(bytes) {
    const { fileTypeFromBuffer } = await import(settings.libraries.fileType);
    const type = (await fileTypeFromBuffer(bytes))?.mime;
    const open = { 'image/jpeg': openImage, 'image/png': openImage, 'image/heic': openHeic, 'image/heif': openHeic }[type];
    if (!open) return ['other_type'];
    const image = await open(bytes);
    if (typeof image === 'string') return [image];
    const side = settings.maximumSidePixels;
    const upright = image
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb');
    if (type === 'image/png' && !settings.isJpegRequired) {
      const png = await upright.clone().png().toBuffer();
      if (png.length <= settings.maximumBytes) return ['image/png', png];
    }
    return ['image/jpeg', await upright.flatten({ background: 'white' }).jpeg({ quality: 88 }).toBuffer()];
  }

  readInput().then(encode).catch(() => ['unreadable']).then(([result, bytes = '']) => {
    process.stdout.write(result + '\\n');
    process.stdout.write(bytes);
  });
`;

/** Re-encodes an image upright, without its metadata. HEIC becomes JPEG, and with `isJpegRequired` also PNG. */
export async function reencodeImage(
  bytes: Buffer,
  { isJpegRequired = false } = {},
): Promise<CheckedFile | 'other_type' | ImageError> {
  const output = await runImageProcess({
    source,
    settings: {
      libraries: installedLibraries(),
      maximumPixels,
      maximumHeicPixels,
      maximumSidePixels,
      maximumBytes,
      isJpegRequired,
    },
    input: bytes,
    seconds: decodeSeconds,
    maximumMegabytes,
    maximumOutputBytes: 2 * maximumBytes,
  });
  const end = output?.indexOf('\n') ?? -1;
  if (!output || end < 0) return 'unreadable';
  const result = output.toString('latin1', 0, end);
  const encoded = output.subarray(end + 1);
  if (result === 'image/png' || result === 'image/jpeg')
    return { bytes: encoded, contentType: result, pages: 1 };
  return result === 'other_type' || result === 'too_many_pixels' ? result : 'unreadable';
}
