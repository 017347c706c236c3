import { maximumPages } from './file-types';
import { inputSource, installedLibraries, runImageProcess } from './image-process';

export type PdfError = 'password_required' | 'unreadable';

const openSeconds = 30;
const maximumMegabytes = 512;

/**
 * Code for a child process that opens a PDF. Nothing in the file runs: this PDFium has no JavaScript engine, and nothing
 * triggers links and actions.
 */
export const pdfSource = `
  // Returns the library and the document, or a PdfError.
  async function openPdf(bytes) {
    const wasmBinary = require('node:fs').readFileSync(settings.libraries.pdfiumWasm);
    // Its messages would be part of our output.
    const ignore = () => {};
    const pdfium = await require(settings.libraries.pdfium).init({ wasmBinary, print: ignore, printErr: ignore });
    pdfium.PDFiumExt_Init();
    const address = pdfium.pdfium.wasmExports.malloc(bytes.length);
    pdfium.pdfium.HEAPU8.set(bytes, address);
    const document = pdfium.FPDF_LoadMemDocument(address, bytes.length, '');
    if (document) return { pdfium, document };
    // A password, or another protection.
    return [4, 5].includes(pdfium.FPDF_GetLastError()) ? 'password_required' : 'unreadable';
  }
`;

const countSource = `
  ${inputSource}
  ${pdfSource}
  async function count(bytes) {
    const pdf = await openPdf(bytes);
    return typeof pdf === 'string' ? pdf : String(pdf.pdfium.FPDF_GetPageCount(pdf.document));
  }
  readInput().then(count).then((result) => process.stdout.write(result), () => process.exit(1));
`;

/** The number of pages of a PDF, from 1 to {@link maximumPages}, as the file claims: a page of it may be broken. */
export async function countPages(bytes: Buffer): Promise<number | PdfError | 'too_many_pages'> {
  const output = await runImageProcess({
    source: countSource,
    settings: { libraries: installedLibraries() },
    input: bytes,
    seconds: openSeconds,
    maximumMegabytes,
    maximumOutputBytes: 100,
  });
  const result = output?.toString('latin1') ?? '';
  if (!/^[1-9]\d*$/.test(result)) return toPdfError(result);
  return Number(result) > maximumPages ? 'too_many_pages' : Number(result);
}

/** Whatever else a child process writes or fails with, its file can't be read. */
export function toPdfError(output: string): PdfError {
  return output === 'password_required' ? output : 'unreadable';
}
