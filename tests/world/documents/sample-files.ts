import { crc32, deflateRawSync, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { buildPdf } from './pdf-files';

// Files as people upload them, and as they shouldn't.

export const pdf = (text = 'Bank statement') =>
  buildPdf({
    pages: [`BT /F1 24 Tf 60 720 Td (${text}) Tj ET`],
    page: '/Resources <</Font <</F1 <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>>>',
  });

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3340b5' } });

/** A photo with a location, stored sideways. */
export const jpeg = (width = 60, height = 40) =>
  picture(width, height)
    .withExif({ IFD3: { GPSLatitude: '52/1 31/1 0/1' }, IFD0: { Artist: 'Ada Private' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

export const png = (width = 60, height = 40) => picture(width, height).png().toBuffer();

export const exe = () => Buffer.concat([Buffer.from('MZ\x90\0', 'latin1'), Buffer.alloc(500)]);

export const html = () => Buffer.from('<!doctype html><title>x</title><script>alert(1)</script>');

export const svg = () =>
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

/** A GIF to an image decoder, and a script to a script engine. */
export const gifScript = () => Buffer.from('GIF89a=1;alert(1)//\0\0\0;', 'latin1');

/** An image followed by an HTML page. */
export const jpegPage = async () => Buffer.concat([await jpeg(), html()]);

/** 30,000 by 30,000 pixels in a hundred kilobytes. */
export function pngBomb(): Buffer {
  const side = 30_000;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))), { level: 9 });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([number(data.length), body, number(crc32(body))]);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}

/** A Word document of 50 MB in fifty kilobytes. */
export function docxBomb(): Buffer {
  const name = Buffer.from('word/document.xml');
  const contents = Buffer.alloc(50_000_000, 'a');
  const packed = deflateRawSync(contents, { level: 9 });
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(8, 8);
  head.writeUInt32LE(crc32(contents) >>> 0, 14);
  head.writeUInt32LE(packed.length, 18);
  head.writeUInt32LE(contents.length, 22);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name, packed]);
}
