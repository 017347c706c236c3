import type { FileType } from './file-types';
import { decoderSource, installedLibraries, runImageProcess } from './image-process';
import { pdfSource, toPdfError, type PdfError } from './pdf';

/** In pixels: beside other content, and to read small print. */
export const pageWidths = [800, 1_600] as const;

/** `page` starts at 1, and `width` is in pixels. */
export type PageView = { page: number; width: (typeof pageWidths)[number] };

/** In pixels. Longer pages are narrower. Stored images have at most as many. */
const maximumHeight = 4_096;
const maximumPixels = maximumHeight ** 2;

const renderSeconds = 10;
const maximumMegabytes = 512;
const maximumImageBytes = 8 * 1024 * 1024;

const source = `
  ${decoderSource}
  ${pdfSource}
  const { isPdf, page: pageNumber, width, maximumHeight, maximumPixels } = settings;

  // Returns an image, or a PdfError.
  async function openPage(bytes) {
    const pdf = await openPdf(bytes);
    if (typeof pdf === 'string') return pdf;
    const { pdfium, document } = pdf;
    const page = pdfium.FPDF_LoadPage(document, pageNumber - 1);
    if (!page) return 'unreadable';
    const size = { width: pdfium.FPDF_GetPageWidthF(page), height: pdfium.FPDF_GetPageHeightF(page) };
    const scale = Math.min(width / size.width, maximumHeight / size.height);
    const area = [size.width, size.height].map((side) => Math.max(1, Math.round(side * scale)));
    const bitmap = pdfium.FPDFBitmap_CreateEx(...area, 4, 0, 0);
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, ...area, 0xffffffff);
    // With annotations, and with red before blue.
    const flags = 0x01 | 0x10;
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, ...area, 0, flags);
    // The contents of form fields, which many files leave to the viewer.
    const form = pdfium.PDFiumExt_InitFormFillEnvironment(document, pdfium.PDFiumExt_OpenFormFillInfo());
    pdfium.FPDF_FFLDraw(form, bitmap, page, 0, 0, ...area, 0, flags);
    const start = pdfium.FPDFBitmap_GetBuffer(bitmap);
    const pixels = pdfium.pdfium.HEAPU8.subarray(start, start + area[0] * area[1] * 4);
    return sharp(pixels, { raw: { width: area[0], height: area[1], channels: 4 } });
  }

  async function draw(bytes) {
    const image = isPdf
      ? await openPage(bytes)
      : sharp(bytes, { limitInputPixels: maximumPixels, failOn: 'error', sequentialRead: true });
    if (typeof image === 'string') return image;
    return image
      .resize({ width, height: maximumHeight, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .webp({ quality: 80, effort: 2 })
      .toBuffer();
  }

  readInput().then(draw).then((result) => process.stdout.write(result), () => process.exit(1));
`;

/**
 * Draws a page of a checked document as a WebP on white, without anything else of the file (threats T13 and T17): an image,
 * or a page of a PDF with its annotations and the contents of its form fields. A child process does it.
 */
export async function renderPage(
  { bytes, contentType }: { bytes: Buffer; contentType: FileType },
  view: PageView,
  seconds = renderSeconds,
): Promise<Buffer | PdfError> {
  const rendered = await runImageProcess({
    source,
    settings: {
      libraries: installedLibraries(),
      isPdf: contentType === 'application/pdf',
      ...view,
      maximumHeight,
      maximumPixels,
    },
    input: bytes,
    seconds,
    maximumMegabytes,
    maximumOutputBytes: maximumImageBytes,
  });
  if (!rendered) return 'unreadable';
  return isWebp(rendered) ? rendered : toPdfError(rendered.toString('latin1'));
}

function isWebp(bytes: Buffer): boolean {
  return /^RIFF.{4}WEBP/s.test(bytes.toString('latin1', 0, 12));
}
