import { buildCsvFileName } from '~/platform/lists/csv-stream';
import { getDayInZone } from '~/platform/time/days';
import type { MerchantMember } from '../../guards';

type Named = {
  what: string;
  merchant: MerchantMember;
  environment?: string;
  /** What distinguishes the file from others. Without days, it's the current one. */
  currency?: string;
  days?: readonly string[];
};

/** Streams a list of an account as a CSV download. */
export async function respondWithCsv(
  request: Request,
  { what, merchant: { account }, environment = '', currency = '', days = [] }: Named,
  file: () => Promise<ReadableStream<Uint8Array>>,
): Promise<Response> {
  const named = days.length ? days : [getDayInZone(new Date(), account.timeZone)];
  return sendCsv(request, [what, account.name, environment, currency, ...named], file);
}

/** Streams a CSV download with a name of these parts. A HEAD request gets no file and isn't audited. */
export async function sendCsv(
  request: Request,
  nameParts: readonly string[],
  file: () => Promise<ReadableStream<Uint8Array>>,
): Promise<Response> {
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${buildCsvFileName(nameParts)}"`,
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
  };
  return new Response(request.method === 'HEAD' ? null : await file(), { headers });
}

/** Rejects an invalid filter: ignoring it would export more rows than requested. */
export function rejectFilter(): Response {
  return new Response('One of the filters is invalid. Go back to the list and correct it.', {
    status: 400,
  });
}
