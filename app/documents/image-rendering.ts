import { decoderSource, installedLibraries, runImageProcess } from './image-process';

/**
 * `unusual_svg`: UTF-16, prefixed names, or leading content. `odd_size`: a vector image's size.
 * `still_drawing`: its owner's previous one is in progress.
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
/** Including the one in progress. The last one waits for less than a minute. */
const maximumQueued = 4;
/** A phone's photo has 12 megapixels, which take 48 MB while they're rendered. */
const maximumPixels = 25_000_000;
const largestPngBytes = 4 * 1024 * 1024;
const maximumMegabytes = 512;

const source = `
  ${decoderSource}
  const { size: target, maximumPixels: limit } = settings;
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
  readInput().then(draw).then(
    (drawn) => process.stdout.write(drawn),
    (error) => process.stdout.write(String(error).includes('bad dimensions') ? 'odd_size' : 'unreadable'),
  );
`;

/** The owners with an image waiting or in progress. */
const queuedOwners = new Set<string>();
let lastRendering: Promise<unknown> = Promise.resolve();

/**
 * Renders a PNG, JPEG, or SVG as a PNG of limited size, without anything else of the file (threat T13). A
 * child process does it, one at a time. Each owner can have one image in progress. `too_busy`: too many are waiting.
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
  if (isPng(bytes) || isJpeg(bytes)) return renderInProcess(bytes, size);
  const svg = readSvg(bytes);
  if (svg !== 'other_type') return typeof svg === 'string' ? svg : renderInProcess(svg, size);
  // UTF-16 text has zero bytes between Latin letters.
  return /<(\w+:)?svg[\s>]/.test(bytes.toString('latin1').replaceAll('\0', ''))
    ? 'unusual_svg'
    : 'other_type';
}

/**
 * The text of an SVG without comments, doctype, and encoding declaration. An SVG that references other files
 * or contains documents is rejected. The library wouldn't fetch any, but we don't rely on that.
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

/**
 * Entities, style sheets, embedded images and pages, references to anything but its own parts, and what could
 * hide one.
 */
const externalReference =
  /<!(DOCTYPE|ENTITY)|<\?|<(\w+:)?(image|feImage|foreignObject)\b|@import|href ?= ?["']? ?[^"'# ]|url\( ?["']? ?[^"'# ]|\\/i;

/** With decoded character references and collapsed whitespace. */
function decodeReferences(svgText: string): string {
  const parseCodePoint = (digits: string) =>
    /^x/i.test(digits) ? parseInt(digits.slice(1), 16) : Number(digits);
  return svgText
    .replace(/&#(x[0-9a-f]{1,6}|\d{1,7});/gi, (_, digits: string) =>
      String.fromCodePoint(Math.min(parseCodePoint(digits), 0x10ffff)),
    )
    .replace(/\s+/g, ' ');
}

/** Without a regular expression, because none does this in one pass for all inputs. */
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

async function renderInProcess(bytes: Buffer, size: Size): Promise<Buffer | RenderingError> {
  const rendered = await runImageProcess({
    source,
    settings: { libraries: installedLibraries(), size, maximumPixels },
    input: bytes,
    seconds: renderTimeoutSeconds,
    maximumMegabytes,
    maximumOutputBytes: largestPngBytes,
  });
  if (!rendered) return 'unreadable';
  return isPng(rendered) ? rendered : (rendered.toString() as RenderingError);
}

function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n';
}

function isJpeg(bytes: Buffer): boolean {
  return bytes.subarray(0, 3).toString('latin1') === '\xff\xd8\xff';
}
