import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { buildEncryptedPdf, buildPdf, buildStream, fillPage } from '../../tests/world/documents/pdf-files';
import { gifScript, html, jpeg, jpegPage, pdf, png, pngBomb } from '../../tests/world/documents/sample-files';
import { renderPage, type PageView } from './page-rendering';

const render = (
  bytes: Buffer,
  view: Partial<PageView> = {},
  contentType: 'application/pdf' | 'image/png' = 'application/pdf',
) => renderPage({ bytes, contentType }, { page: 1, width: 800, ...view });

/** Its size, and the name of the color at points whose coordinates are percentages from the top left. */
async function describeImage(image: Buffer | string, ...points: [x: number, y: number][]) {
  if (typeof image === 'string') throw new Error(image);
  const { format } = await sharp(image).metadata();
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const colors = points.map(([x, y]) => {
    const at = (Math.floor((y / 100) * height) * width + Math.floor((x / 100) * width)) * channels;
    return nameColor([...data.subarray(at, at + 3)]);
  });
  return { format, width, height, colors };
}

const palette = {
  white: [255, 255, 255],
  black: [0, 0, 0],
  red: [255, 0, 0],
  green: [0, 255, 0],
  blue: [0, 0, 255],
};

function nameColor(color: number[]): string {
  const isNear = (other: number[]) => other.every((value, index) => Math.abs(value - color[index]!) < 40);
  return Object.entries(palette).find(([, other]) => isNear(other))?.[0] ?? String(color);
}

const middle: [number, number] = [50, 50];
/** Half of a page in red: the bottom, because coordinates start there. */
const bottomHalf = '1 0 0 rg 0 0 600 400 re f';

describe('a page of a PDF', () => {
  test('is the one with that number, on white', async () => {
    const pages = buildPdf({ pages: [fillPage('0 0 1'), fillPage('1 0 0'), ''] });
    const colors = await Promise.all(
      [1, 2, 3].map(async (page) => (await describeImage(await render(pages, { page }), middle)).colors[0]),
    );
    expect(colors).toEqual(['blue', 'red', 'white']);
  });

  test('has the requested width, and the proportions of its paper', async () => {
    const page = buildPdf({ pages: [bottomHalf] });
    const expected = { format: 'webp', colors: ['white', 'red'] };
    const [top, bottom]: [number, number][] = [
      [50, 25],
      [50, 75],
    ];
    expect(await describeImage(await render(page), top!, bottom!)).toEqual({
      ...expected,
      width: 800,
      height: 1_067,
    });
    expect(await describeImage(await render(page, { width: 1_600 }), top!, bottom!)).toEqual({
      ...expected,
      width: 1_600,
      height: 2_133,
    });
  });

  test('is turned upright', async () => {
    const page = buildPdf({ pages: [bottomHalf], page: '/Rotate 90' });
    expect(await describeImage(await render(page), [25, 50], [75, 50])).toEqual({
      format: 'webp',
      width: 800,
      height: 600,
      colors: ['red', 'white'],
    });
  });

  test.each([
    ['enormous', '0 0 9000000 9000000', { width: 800, height: 800 }],
    ['as long as a ribbon', '0 0 100 90000', { width: 5, height: 4_096 }],
    ['a hair', '0 0 0.001 800', { width: 1, height: 4_096 }],
    ['without an area', '0 0 0 0', { width: 800, height: 1_035 }],
  ])('that is %s is drawn within the limits', async (_, box, size) => {
    const page = buildPdf({ pages: [fillPage('1 0 0')], page: `/MediaBox [${box}]` });
    expect(await describeImage(await render(page))).toMatchObject(size);
  });

  test('is mixed with the white of the paper', async () => {
    const page = buildPdf({
      pages: [`/G gs ${fillPage('0 1 1')}`],
      page: '/Resources <</ExtGState <</G <</BM /Difference>>>>>>',
    });
    expect((await describeImage(await render(page), middle)).colors).toEqual(['red']);
  });

  test('shows the text of form fields, even without an appearance, and annotations', async () => {
    const widget = '/Type /Annot /Subtype /Widget /FT /Tx /F 4';
    const form = buildPdf({
      pages: [''],
      page: '/Annots [100 0 R 101 0 R 103 0 R]',
      catalog:
        '/AcroForm <</Fields [100 0 R 101 0 R] /DA (/Helv 120 Tf 0 g) /DR <</Font <</Helv 104 0 R>>>>>>',
      objects: {
        100: `<<${widget} /T (a) /V (HHHHHH) /DA (/Helv 120 Tf 1 0 0 rg) /Rect [0 600 600 800]>>`,
        101: `<<${widget} /T (b) /V (drawn) /Rect [0 400 600 600] /AP <</N 102 0 R>>>>`,
        102: buildStream('0 1 0 rg 0 0 600 200 re f', '/Type /XObject /Subtype /Form /BBox [0 0 600 200]'),
        103: '<</Type /Annot /Subtype /Square /F 4 /Rect [0 0 600 400] /C [0 0 1] /IC [0 0 1]>>',
        104: '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
      },
    });
    const image = await render(form);
    expect((await describeImage(image, [50, 37], [50, 75])).colors).toEqual(['green', 'blue']);
    expect(await findColors(image, { top: 0, height: 25 })).toEqual(['red', 'white']);
  });

  test('is shown although the file forbids changes', async () => {
    const page = buildEncryptedPdf(fillPage('1 0 0'));
    expect((await describeImage(await render(page), middle)).colors).toEqual(['red']);
  });

  test('runs no script and contains nothing else of the file', async () => {
    const script = '<</S /JavaScript /JS (this.getField\\("Ada"\\).value = "HHH"; app.alert\\(1\\))>>';
    const page = buildPdf({
      pages: [''],
      page: `/AA <</O ${script}>> /Annots [100 0 R]`,
      catalog: `/OpenAction ${script} /AcroForm <</Fields [100 0 R] /DA (/Helv 120 Tf 0 g)>>`,
      objects: {
        100: `<</Type /Annot /Subtype /Widget /FT /Tx /F 4 /T (Ada) /Rect [0 0 600 800] /AA <</F ${script} /C ${script}>>>>`,
      },
    });
    const image = await render(page);
    expect(await findColors(image, { top: 0, height: 100 })).toEqual(['white']);
    expect(image.toString('latin1')).not.toMatch(/alert|Ada|PDF|JavaScript/i);
  });
});

describe('an image', () => {
  const image = (file: Buffer, width: PageView['width'] = 800) => render(file, { width }, 'image/png');

  test('becomes narrower, but never wider', async () => {
    const wide = await sharp({ create: { width: 2_000, height: 500, channels: 3, background: '#f00' } })
      .jpeg()
      .toBuffer();
    const expected = { format: 'webp', colors: ['red'] };
    expect(await describeImage(await image(wide), middle)).toEqual({ ...expected, width: 800, height: 200 });
    expect(await describeImage(await image(wide, 1_600), middle)).toEqual({
      ...expected,
      width: 1_600,
      height: 400,
    });
    expect(await describeImage(await image(await png(60, 40)))).toMatchObject({ width: 60, height: 40 });
  });

  test('that is transparent is shown on white', async () => {
    const clear = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#ff000000' } })
      .png()
      .toBuffer();
    expect((await describeImage(await image(clear), middle)).colors).toEqual(['white']);
  });

  test('loses what is hidden in it', async () => {
    for (const file of [await jpeg(), await jpegPage()])
      expect((await image(file)).toString('latin1')).not.toMatch(/script|alert|html|Exif|GPS|Ada/i);
  });

  test.each([
    ['really an HTML page', html()],
    ['a GIF that is a script', gifScript()],
    ['of 900 million pixels', pngBomb()],
    ['of 20 million pixels', png(5_000, 4_000)],
    ['really a PDF', pdf()],
  ])('that is %s is not drawn', async (_, file) => {
    expect(await image(await file)).toBe('unreadable');
  });
});

test.each([
  ['nothing', Buffer.alloc(0), 'unreadable'],
  ['an HTML page', html(), 'unreadable'],
  ['a PDF without pages', buildPdf({ pages: [] }), 'unreadable'],
  ['half a PDF', pdf().subarray(0, 40), 'unreadable'],
  [
    'a PDF without that page',
    buildPdf({ pages: [], catalog: '/Pages <</Type /Pages /Count 3 /Kids []>>' }),
    'unreadable',
  ],
  [
    'a PDF with an unknown protection',
    buildPdf({ pages: [''], trailer: '/ID [<00> <00>] /Encrypt <</Filter /Other /V 1>>' }),
    'password_required',
  ],
  ['a PDF that needs a password', buildEncryptedPdf('', { userPassword: 'tea' }), 'password_required'],
])('%s is not drawn', async (_, file, error) => {
  expect(await render(file)).toBe(error);
});

/** The colors of the palette that occur in a horizontal part of an image, in percentages of its height. */
async function findColors(image: Buffer | string, { top, height }: { top: number; height: number }) {
  const whole = await sharp(image as Buffer).metadata();
  const toPixels = (percentage: number) => Math.floor((percentage / 100) * whole.height);
  const { data } = await sharp(image as Buffer)
    .extract({ left: 0, top: toPixels(top), width: whole.width, height: toPixels(height) })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const found = new Set<string>();
  for (let at = 0; at < data.length; at += 3) found.add(nameColor([...data.subarray(at, at + 3)]));
  return Object.keys(palette)
    .filter((name) => found.has(name))
    .sort();
}

test('a page that needs too much memory is not drawn', async () => {
  const form = '/Type /XObject /Subtype /Form /BBox [0 0 600 800]';
  // Each form contains the next one ten times.
  const forms = Array.from({ length: 12 }, (_, level) => [
    100 + level,
    buildStream('/F Do '.repeat(10), `${form} /Resources <</XObject <</F ${101 + level} 0 R>>>>`),
  ]);
  const bomb = buildPdf({
    pages: ['/F Do'],
    page: '/Resources <</XObject <</F 100 0 R>>>>',
    objects: { ...Object.fromEntries(forms), 112: buildStream(fillPage('1 0 0'), form) },
  });
  const before = process.memoryUsage().rss;
  expect(await render(bomb)).toBe('unreadable');
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
});

test('a page that needs too much time is not drawn', async () => {
  // 900 million white pixels, for which a hundredth of the bytes is enough, a hundred times.
  const data = deflateSync(Buffer.alloc(27_000_000, 255), { level: 9 });
  const size = '/Width 30000 /Height 30000 /ColorSpace /DeviceRGB /BitsPerComponent 8';
  const bomb = buildPdf({
    pages: [`600 0 0 800 0 0 cm ${'/I Do '.repeat(100)}`],
    page: '/Resources <</XObject <</I 100 0 R>>>>',
    objects: { 100: buildStream(data, `/Type /XObject /Subtype /Image ${size} /Filter /FlateDecode`) },
  });
  expect(bomb.length).toBeLessThan(100_000);
  const file = { bytes: bomb, contentType: 'application/pdf' } as const;
  expect(await renderPage(file, { page: 1, width: 800 }, 2)).toBe('unreadable');
});
