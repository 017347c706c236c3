import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import {
  gifScript,
  html,
  jpeg,
  jpegPage,
  pdf,
  png,
  pngBomb,
  svg,
} from '../../tests/world/documents/sample-files';
import { createThumbnailRenderer } from './thumbnail';

const side = 192;
const renderThumbnail = createThumbnailRenderer();
const red = { r: 255, g: 0, b: 0 };
const redImage = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: red } });

/** Two frames of one size: red, then blue. */
async function animate(format: 'gif' | 'webp'): Promise<Buffer> {
  const frames = await Promise.all(
    ['#ff0000', '#0000ff'].map((background) =>
      sharp({ create: { width: 40, height: 40, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const image = sharp(frames, { join: { animated: true } });
  return image[format]().toBuffer();
}

async function describeThumbnail(thumbnail: Buffer | null) {
  const { format, width, height, pages, hasAlpha, exif } = await sharp(thumbnail!).metadata();
  const { data, info } = await sharp(thumbnail!).raw().toBuffer({ resolveWithObject: true });
  const getColor = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
  ];
  const isRed = ([r, g, b]: number[]) => r! > 200 && g! < 60 && b! < 60;
  const isWhite = (color: number[]) => color.every((value) => value > 240);
  const nameColor = (color: number[]) => (isRed(color) ? 'red' : isWhite(color) ? 'white' : 'other');
  return {
    shape: { format, width, height, pages, hasAlpha, exif },
    middle: nameColor(getColor(96, 96)),
    corner: nameColor(getColor(2, 2)),
  };
}

const square = {
  format: 'webp',
  width: side,
  height: side,
  pages: undefined,
  hasAlpha: false,
  exif: undefined,
};

test.each([
  ['a JPEG', () => redImage().jpeg().toBuffer()],
  ['a PNG', () => redImage().png().toBuffer()],
  ['a WebP', () => redImage().webp().toBuffer()],
  ['a GIF', () => redImage().gif().toBuffer()],
  ['a larger image', () => redImage(3_000, 2_000).jpeg().toBuffer()],
  [
    'an image with a transparent border',
    () =>
      redImage()
        .extend({ top: 9, bottom: 9, background: { r: 0, g: 0, b: 0, alpha: 0 } })
        .png()
        .toBuffer(),
  ],
])('%s becomes a square on white', async (_, createImage) => {
  expect(await describeThumbnail(await renderThumbnail(await createImage(), side))).toEqual({
    shape: square,
    middle: 'red',
    corner: 'white',
  });
});

test.each(['gif', 'webp'] as const)('only the first frame of an animated %s remains', async (format) => {
  const animation = await animate(format);
  expect((await sharp(animation).metadata()).pages).toBe(2);
  expect(await describeThumbnail(await renderThumbnail(animation, side))).toEqual({
    shape: square,
    middle: 'red',
    corner: 'red',
  });
});

test('a photo that is stored sideways is turned upright', async () => {
  const { data } = await sharp((await renderThumbnail(await jpeg(60, 40), side))!)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [left, top] = [(96 * side + 2) * 3, (2 * side + 96) * 3];
  expect(data[left]).toBeGreaterThan(240);
  expect(data[top]).toBeLessThan(100);
});

describe('nothing of a file remains but its image', () => {
  test.each([
    ['where a photo was taken, and by whom', () => jpeg()],
    ['a page behind a photo', () => jpegPage()],
  ])('%s', async (_, createFile) => {
    const thumbnail = await renderThumbnail(await createFile(), side);
    expect(thumbnail!.toString('latin1')).not.toMatch(/script|alert|html|Exif|GPS|Ada/i);
    expect((await sharp(thumbnail!).metadata()).exif).toBeUndefined();
  });
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a page', html()],
  ['an SVG', svg()],
  [
    'a harmless SVG',
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    ),
  ],
  ['a PDF', pdf()],
  ['a GIF that is a script', gifScript()],
  ['a TIFF', () => redImage().tiff().toBuffer()],
  ['an AVIF', () => redImage().avif().toBuffer()],
  ['30,000 by 30,000 pixels', pngBomb],
  ['half a PNG', async () => (await png(600, 400)).subarray(0, 100)],
  [
    'half a JPEG',
    async () => {
      const photo = await redImage(600, 400).jpeg().toBuffer();
      return photo.subarray(0, photo.length / 2);
    },
  ],
])('%s is no image', async (_, file) => {
  expect(await renderThumbnail(typeof file === 'function' ? await file() : file, side)).toBeNull();
});

test('a rendering that doesn’t end holds up those of its own renderer only', async () => {
  const started: string[] = [];
  const createRenderer = () =>
    createThumbnailRenderer(({ input }) => {
      started.push(input.toString());
      return input.toString() === 'slow' ? new Promise(() => {}) : Promise.resolve(input);
    });
  const [renderTest, renderLive] = [createRenderer(), createRenderer()];
  void renderTest(Buffer.from('slow'), side);
  void renderTest(Buffer.from('behind it'), side);
  expect(String(await renderLive(Buffer.from('live'), side))).toBe('live');
  expect(started).toEqual(['slow', 'live']);
});
