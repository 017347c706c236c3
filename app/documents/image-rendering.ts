import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileTypeFromBuffer } from 'file-type';

/**
 * `unusual_svg`: in UTF-16, with names that have a prefix, or behind something else. `odd_size`: of a drawing, which has no pixels.
 * `still_drawing`: its owner's last one.
 */
export type RenderingError =
  | 'empty'
  | 'other_type'
  | 'unusual_svg'
  | 'unreadable'
  | 'odd_size'
  | 'too_many_pixels'
  | 'refers_elsewhere'
  | 'still_drawing'
  | 'too_busy';

type Size = { width: number; height: number };

const renderTimeoutSeconds = 10;
/** With the one that is being drawn. Anyone who comes last waits for less than a minute. */
const maximumQueued = 4;
/** A photo of a phone has 12 million pixels, which take 48 MB while they are drawn. */
const maximumPixels = 25_000_000;
const largestPngBytes = 4 * 1024 * 1024;
/** Of the process: the library takes its memory outside of V8, whose own limit does not bound it. Linux alone holds it to this (getrlimit(2), RLIMIT_DATA). */
const maximumKilobytes = 512 * 1024;

// As text, since the server is one bundle and has no second file to start a process with.
const workerSource = `
  const [sharpFile, width, height, maximumPixels] = process.argv.slice(1);
  const sharp = require(sharpFile);
  sharp.cache(false);
  sharp.concurrency(1);
  const [target, limit] = [{ width: Number(width), height: Number(height) }, Number(maximumPixels)];
  async function draw(bytes) {
    // The size stands in the first bytes; nothing is decoded for it.
    const { format, ...size } = await sharp(bytes, { limitInputPixels: false }).metadata();
    const isVector = format === 'svg';
    if (!isVector && size.width * size.height > limit) return 'too_many_pixels';
    const scale = Math.min(target.width / size.width, target.height / size.height);
    const [shorter, longer] = [size.width, size.height].sort((a, b) => a - b);
    if (isVector && (longer > 100_000 || shorter * scale < 1)) return 'odd_size';
    const density = Math.min(Math.max(72 * scale, 1), 100_000);
    return sharp(bytes, { limitInputPixels: limit, failOn: 'error', ...(isVector && { density }) })
      .autoOrient()
      .resize({ ...target, fit: 'inside', withoutEnlargement: !isVector })
      .toColourspace('srgb')
      .png({ compressionLevel: 9 })
      .toBuffer();
  }
  const parts = [];
  process.stdin.on('data', (part) => parts.push(part)).on('end', () => draw(Buffer.concat(parts)).then((drawn) => process.stdout.write(drawn), (error) => process.stdout.write(String(error).includes('bad dimensions') ? 'odd_size' : 'unreadable')));
`;

/** Whose pictures wait, or are being drawn. */
const queuedOwners = new Set<string>();
let lastRendering: Promise<unknown> = Promise.resolve();

/**
 * Draws a PNG, JPEG or SVG as a PNG that fits into a size; nothing but the picture is left of the file (threat T13). A process of
 * its own does it, one at a time: a drawing that takes all the time or memory there is can be ended, and knows no secret of ours.
 * Nobody has two at once, so that each owner keeps all others waiting for one drawing at most. `too_busy`: others wait for it already.
 */
export function renderImage(
  bytes: Buffer,
  { owner, ...size }: Size & { owner: string },
): Promise<Buffer | RenderingError> {
  if (queuedOwners.has(owner)) return Promise.resolve('still_drawing');
  if (queuedOwners.size >= maximumQueued) return Promise.resolve('too_busy');
  queuedOwners.add(owner);
  const rendered = lastRendering
    .then(() => prepareAndRender(bytes, size))
    .finally(() => queuedOwners.delete(owner));
  lastRendering = rendered.catch(() => {});
  return rendered;
}

async function prepareAndRender(bytes: Buffer, size: Size): Promise<Buffer | RenderingError> {
  if (bytes.length === 0) return 'empty';
  const type = (await fileTypeFromBuffer(bytes))?.mime;
  if (type === 'image/png' || type === 'image/jpeg') return renderInProcess(bytes, size);
  const svg = readSvg(bytes);
  if (svg !== 'other_type') return typeof svg === 'string' ? svg : renderInProcess(svg, size);
  // Text in UTF-16 has zeros between its letters.
  return /<(\w+:)?svg[\s>]/.test(bytes.toString('latin1').replaceAll('\0', ''))
    ? 'unusual_svg'
    : 'other_type';
}

/**
 * The text of an SVG, less what changes how it is read: comments, the doctype, the name of an encoding. One that refers to other
 * files, or holds documents of its own, is not drawn: the library would fetch none, and that is not left to it.
 */
export function readSvg(bytes: Buffer): Buffer | RenderingError {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return 'other_type';
  }
  const svgText = removeComments(text.trimStart().replace(/^<\?xml [^>]*\?>/, ''))
    .trimStart()
    .replace(/^<!DOCTYPE svg\b[^>[]*>/, '')
    .trimStart();
  if (/^<!DOCTYPE svg/.test(svgText)) return 'refers_elsewhere';
  if (!/^<svg[\s>]/.test(svgText)) return 'other_type';
  return externalReference.test(decodeReferences(svgText)) ? 'refers_elsewhere' : Buffer.from(svgText);
}

/** Entities, style sheets, pictures and pages inside, addresses of anything but its own parts, and what could hide one. */
const externalReference =
  /<!(DOCTYPE|ENTITY)|<\?|<(\w+:)?(image|feImage|foreignObject)\b|@import|href ?= ?["']? ?[^"'# ]|url\( ?["']? ?[^"'# ]|\\/i;

/** With its character references as characters, and no more than one space in a row. */
function decodeReferences(svgText: string): string {
  const parseCodePoint = (digits: string) =>
    /^x/i.test(digits) ? parseInt(digits.slice(1), 16) : Number(digits);
  return svgText
    .replace(/&#(x[0-9a-f]{1,6}|\d{1,7});/gi, (_, digits: string) =>
      String.fromCodePoint(Math.min(parseCodePoint(digits), 0x10ffff)),
    )
    .replace(/\s+/g, ' ');
}

/** Manually, since no expression does it in one pass whatever it is given. */
function removeComments(text: string): string {
  let rest = '';
  for (let at = 0; ;) {
    const start = text.indexOf('<!--', at);
    const end = start < 0 ? -1 : text.indexOf('-->', start + 4);
    if (end < 0) return rest + text.slice(at);
    rest += text.slice(at, start);
    at = end + 3;
  }
}

function renderInProcess(bytes: Buffer, { width, height }: Size): Promise<Buffer | RenderingError> {
  const sharpFile = createRequire(import.meta.url).resolve('sharp');
  return new Promise((resolve) => {
    const child = execFile(
      '/bin/sh',
      [
        '-c',
        `ulimit -d ${maximumKilobytes} && exec "$0" "$@"`,
        process.execPath,
        '--max-old-space-size=64',
        '-e',
        workerSource,
        sharpFile,
        String(width),
        String(height),
        String(maximumPixels),
      ],
      {
        encoding: 'buffer',
        env: { NODE_ENV: 'production' },
        timeout: renderTimeoutSeconds * 1000,
        killSignal: 'SIGKILL',
        maxBuffer: largestPngBytes,
      },
      (error, rendered) =>
        resolve(error ? 'unreadable' : isPng(rendered) ? rendered : (rendered.toString() as RenderingError)),
    );
    // It may end before it has read everything.
    child.stdin!.on('error', () => {}).end(bytes);
  });
}

function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n';
}
