import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { gifScript, html, jpeg, jpegPage, png, pngBomb } from '../../tests/world/documents/sample-files';
import { renderImage, readSvg } from './image-rendering';

const size = { width: 640, height: 240, owner: 'acc_mine' };
const svg = (inner: string, attributes = 'width="120" height="40"') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inner}</svg>`,
  );
const square = '<rect width="120" height="40" fill="#0b5f5a"/>';

async function render(bytes: Buffer) {
  const picture = await renderImage(bytes, size);
  if (typeof picture === 'string') throw new Error(picture);
  const { format, width, height } = await sharp(picture).metadata();
  const { dominant } = await sharp(picture).stats();
  return { picture, format, width, height, dominant };
}

test('a drawing becomes an image of the available size', async () => {
  const { format, width, height, dominant } = await render(svg(square));
  expect({ format, width, height }).toEqual({ format: 'png', width: 640, height: 213 });
  expect(dominant.g).toBeGreaterThan(dominant.r);
  expect(
    await render(
      Buffer.from(
        `\ufeff<?xml version="1.0" encoding="ISO-8859-1"?>\n<!-- a > b --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">\n${String(svg(square))}`,
      ),
    ),
  ).toMatchObject({ width: 640 });
  expect(
    await render(
      svg(
        '<defs><linearGradient id="g"><stop stop-color="#fff"/></linearGradient></defs><rect width="9" height="9" fill="url(#g)"/><use xlink:href="#g"/>',
      ),
    ),
  ).toMatchObject({ width: 640 });
});

test('an image keeps its size unless it is too large, and is turned upright', async () => {
  expect(await render(await png(60, 40))).toMatchObject({ format: 'png', width: 60, height: 40 });
  expect(await render(await png(1_600, 400))).toMatchObject({ width: 640, height: 160 });
  expect(await render(await jpeg(60, 40))).toMatchObject({ format: 'png', width: 40, height: 60 });
});

describe('nothing of a file remains but its image', () => {
  test.each([
    ['a script', svg(`<script>alert(1)</script>${square}<a onclick="alert(1)"><text>x</text></a>`)],
    ['a page behind a photo', () => jpegPage()],
    ['where a photo was taken, and by whom', () => jpeg()],
    ['a page behind a picture', async () => Buffer.concat([await png(), html()])],
  ])('%s', async (_, file) => {
    const { picture } = await render(typeof file === 'function' ? await file() : file);
    expect(picture.toString('latin1')).not.toMatch(/<svg|script|alert|html|Exif|GPS|Ada/i);
    expect(picture.subarray(-8).toString('latin1')).toContain('IEND');
  });
});

const entityExpansion = `<!DOCTYPE svg [<!ENTITY a "ha">${'bcdefghij'.replace(/./g, (name, i: number) => `<!ENTITY ${name} "${`&${'abcdefghij'[i]!};`.repeat(10)}">`)}]>`;

test.each([
  ['nothing', Buffer.alloc(0), 'empty'],
  ['a page', html(), 'other_type'],
  ['a GIF that is a script', gifScript(), 'other_type'],
  ['an SVG behind a page', Buffer.concat([html(), svg(square)]), 'unusual_svg'],
  ['an SVG in UTF-16', Buffer.from(`\ufeff${String(svg(square))}`, 'utf16le'), 'unusual_svg'],
  [
    'an SVG in UTF-16, the other way round and without a mark',
    Buffer.from(String(svg(square)), 'utf16le').swap16(),
    'unusual_svg',
  ],
  [
    'an SVG whose names have a prefix',
    Buffer.from('<svg:svg xmlns:svg="http://www.w3.org/2000/svg"><svg:rect width="9" height="9"/></svg:svg>'),
    'unusual_svg',
  ],
  ['30,000 by 30,000 pixels', pngBomb, 'too_many_pixels'],
  ['half a picture', async () => (await png(600, 400)).subarray(0, 100), 'unreadable'],
  ['half a drawing', svg(square).subarray(0, -8), 'unreadable'],
  ['a drawing of no size', svg(square, 'width="0" height="0"'), 'odd_size'],
  ['a drawing smaller than a pixel', svg(square, 'viewBox="0 0 0.01 0.01"'), 'odd_size'],
  ['a drawing a million wide', svg(square, 'width="1000000" height="400000"'), 'odd_size'],
  ['a drawing like a hair', svg(square, 'width="5000" height="1"'), 'odd_size'],
  [
    'a page inside',
    svg(
      '<foreignObject width="9" height="9"><body xmlns="http://www.w3.org/1999/xhtml">x</body></foreignObject>',
    ),
    'refers_elsewhere',
  ],
  [
    'a picture elsewhere',
    svg('<image href="http://localhost/x.png" width="9" height="9"/>'),
    'refers_elsewhere',
  ],
  [
    'a file of the server',
    svg('<image xlink:href="file:///etc/passwd" width="9" height="9"/>'),
    'refers_elsewhere',
  ],
  [
    'a picture inside',
    svg('<svg:image xmlns:svg="http://www.w3.org/2000/svg" href="data:image/png;base64,AA"/>'),
    'refers_elsewhere',
  ],
  ['a part of another drawing', svg('<use xlink:href = " x.svg#a"/>'), 'refers_elsewhere'],
  ['a style sheet elsewhere', svg('<style>@import "x.css";</style>'), 'refers_elsewhere'],
  [
    'a style sheet named first',
    Buffer.from(`<?xml-stylesheet href="x.css"?>${String(svg(square))}`),
    'unusual_svg',
  ],
  ['a paint elsewhere', svg('<rect fill="url( http://localhost/x#a)"/>'), 'refers_elsewhere'],
  [
    'an address in disguise',
    svg('<rect style="fill:u&#x72;&#108;(http://localhost/x#a)"/>'),
    'refers_elsewhere',
  ],
  [
    'an address in another disguise',
    svg('<rect style="fill:\\75rl(http://localhost/x#a)"/>'),
    'refers_elsewhere',
  ],
  [
    'an entity that is a file',
    Buffer.from(`<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${String(svg('<text>&x;</text>'))}`),
    'refers_elsewhere',
  ],
  [
    'a billion laughs',
    Buffer.from(`${entityExpansion}${String(svg('<text>&j;</text>'))}`),
    'refers_elsewhere',
  ],
  [
    'entities behind a comment',
    Buffer.from(`<!-- > --><!DOCTYPE svg[ <!ENTITY x "y">]>${String(svg(square))}`),
    'refers_elsewhere',
  ],
  [
    'entities in another encoding',
    Buffer.from(`<?xml version="1.0" encoding="UTF-7"?>+ADwAIQ-DOCTYPE svg>${String(svg(square))}`),
    'unusual_svg',
  ],
])('%s is not rendered', async (_, file, error) => {
  expect(await renderImage(typeof file === 'function' ? await file() : file, size)).toBe(error);
});

test('a deeply nested drawing ends, and so does the next one', async () => {
  const groups = Array.from(
    { length: 30 },
    (_, i) => `<g id="g${i + 1}">${`<use href="#g${i}"/>`.repeat(10)}</g>`,
  ).join('');
  const uses = svg(`<defs><g id="g0"><rect width="9" height="9"/></g>${groups}</defs><use href="#g30"/>`);
  const [bomb, next] = await Promise.all([
    renderImage(uses, size),
    renderImage(svg(square), { ...size, owner: 'acc_theirs' }),
  ]);
  expect(bomb).toBe('unreadable');
  expect(Buffer.isBuffer(next)).toBe(true);
}, 30_000);

test('a drawing gets no more memory than its limit', async () => {
  // Each is kept until all are rendered: 600 kB of pixels for 25 letters.
  const floods = Array.from({ length: 1_500 }, (_, i) => `<feFlood result="a${i}"/>`).join('');
  const memoryHungrySvg = svg(
    `<filter id="f">${floods}</filter><rect width="640" height="240" filter="url(#f)"/>`,
    'width="640" height="240"',
  );
  expect(await renderImage(memoryHungrySvg, size)).toBe('unreadable');
}, 30_000);

test('each person renders one at a time, and with many waiting, the next is rejected at once', async () => {
  const empty = (owner: string) => renderImage(Buffer.alloc(0), { ...size, owner });
  expect(await Promise.all(['a', 'a', 'b', 'c', 'a', 'd', 'e'].map(empty))).toEqual([
    'empty',
    'still_drawing',
    'empty',
    'empty',
    'still_drawing',
    'empty',
    'too_busy',
  ]);
  expect(await Promise.all(['a', 'e'].map(empty))).toEqual(['empty', 'empty']);
});

test.each([
  ['comments', '<!--'.repeat(500_000)],
  ['ended comments', `${'<!---->'.repeat(280_000)}x`],
  ['doctypes', '<!DOCTYPE '.repeat(200_000)],
  ['spaces', `<svg href=${' '.repeat(2_000_000)}`],
])('two megabytes of %s are read in a moment', (_, text) => {
  const bytes = Buffer.from(text);
  const start = performance.now();
  readSvg(bytes);
  expect(performance.now() - start).toBeLessThan(3_000);
});
