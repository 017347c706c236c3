// A4 in points, and a font size at which a line of this many characters in Helvetica fits.
const [pageWidth, pageHeight, margin, fontSize, leading] = [595, 842, 56, 11, 15];
const lineLength = 86;
const linesPerPage = Math.floor((pageHeight - 2 * margin) / leading);

/** The characters of Windows-1252 that Latin-1 lacks. Every PDF reader's built-in Helvetica has them. */
const special: Record<string, number> = {
  '€': 0x80,
  '‚': 0x82,
  '„': 0x84,
  '…': 0x85,
  Š: 0x8a,
  Œ: 0x8c,
  Ž: 0x8e,
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '•': 0x95,
  '–': 0x96,
  '—': 0x97,
  '™': 0x99,
  š: 0x9a,
  œ: 0x9c,
  ž: 0x9e,
  Ÿ: 0x9f,
};

/** A text as a PDF, for acquirers that accept only documents. Characters of other scripts become question marks. */
export function createTextPdf(text: string): Buffer {
  const lines = text.split(/\r\n|[\r\n]/).flatMap(wrapLine);
  const pages = Array.from({ length: Math.ceil(lines.length / linesPerPage) }, (_, page) =>
    lines.slice(page * linesPerPage, (page + 1) * linesPerPage),
  );
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, page) => `${4 + 2 * page} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((page, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageWidth} ${pageHeight}] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * index} 0 R >>`,
      toStream(page),
    ]),
  ];
  let content = '%PDF-1.4\n';
  const offsets: number[] = [];
  objects.forEach((object, index) => {
    offsets.push(content.length);
    content += `${index + 1} 0 obj\n${object}\nendobj\n`;
  });
  const references = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${content.length}\n%%EOF\n`;
  return Buffer.from(
    `${content}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${references}${trailer}`,
    'latin1',
  );
}

function toStream(lines: string[]): string {
  const operators = lines.map((line) => `(${encode(line)}) Tj T*`).join('\n');
  const stream = `BT\n/F1 ${fontSize} Tf\n${leading} TL\n${margin} ${pageHeight - margin} Td\n${operators}\nET`;
  return `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`;
}

/** One byte for each character, because the file is in a single-byte encoding. */
function encode(line: string): string {
  const bytes = Array.from(line.normalize('NFC'), (character) => {
    const code = special[character] ?? character.codePointAt(0)!;
    const isKnown =
      special[character] !== undefined || (code >= 0x20 && code < 0x7f) || (code > 0x9f && code < 0x100);
    return isKnown ? String.fromCharCode(code) : '?';
  });
  return bytes.join('').replace(/[\\()]/g, '\\$&');
}

/** Wraps at spaces, and a longer word anywhere. */
function wrapLine(line: string): string[] {
  const wrapped: string[] = [];
  let current = '';
  for (const word of line.replaceAll('\t', '    ').split(' ')) {
    if (current && current.length + 1 + word.length > lineLength) {
      wrapped.push(current);
      current = '';
    }
    current = current ? `${current} ${word}` : word;
    while (current.length > lineLength) {
      wrapped.push(current.slice(0, lineLength));
      current = current.slice(lineLength);
    }
  }
  return [...wrapped, current];
}
