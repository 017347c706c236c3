import { decoderSource, installedLibraries, runImageProcess } from './image-process';

/** As many pixels as a phone's photo. */
const maximumPixels = 25_000_000;
const renderSeconds = 5;
const maximumMegabytes = 512;
const maximumThumbnailBytes = 128 * 1024;

const source = `
  ${decoderSource}
  // Nothing else is decoded, whatever a file claims to be: no SVG, PDF, or TIFF.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((format) => 'VipsForeignLoad' + format + 'Buffer'),
  });
  const { side, maximumPixels: limitInputPixels } = settings;
  const draw = (bytes) =>
    sharp(bytes, { limitInputPixels, failOn: 'error', sequentialRead: true })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'contain', background: 'white' })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .webp({ quality: 80 })
      .toBuffer();
  readInput().then(draw).then((drawn) => process.stdout.write(drawn), () => process.exit(1));
`;

/**
 * Creates a function that renders a JPEG, PNG, WebP, or the first frame of a GIF as a square WebP on white, without anything
 * else of the file (threat T13). A child process does it, one at a time, so renderings wait for earlier ones of the same
 * renderer. The function returns null if it isn't such an image, or a broken or too large one.
 */
export function createThumbnailRenderer(run = runImageProcess) {
  let lastRendering: Promise<unknown> = Promise.resolve();

  return function renderThumbnail(bytes: Buffer, side: number): Promise<Buffer | null> {
    const rendered = lastRendering.then(() =>
      run({
        source,
        settings: { libraries: installedLibraries(), side, maximumPixels },
        input: bytes,
        seconds: renderSeconds,
        maximumMegabytes,
        maximumOutputBytes: maximumThumbnailBytes,
      }),
    );
    lastRendering = rendered.catch(() => {});
    return rendered;
  };
}
