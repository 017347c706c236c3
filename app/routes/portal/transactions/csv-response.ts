import { buildCsvFileName } from '~/platform/lists/csv-stream';
import { getDayInZone } from '~/platform/time/days';
import type { MerchantMember } from '../../guards';

type Named = { what: string; merchant: MerchantMember; environment?: string };

/** A list as a streamed file. A HEAD request gets none, and isn't audited. */
export async function respondWithCsv(
  request: Request,
  { what, merchant: { account }, environment = '' }: Named,
  file: () => Promise<ReadableStream<Uint8Array>>,
): Promise<Response> {
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${buildCsvFileName([what, account.name, environment, getDayInZone(new Date(), account.timeZone)])}"`,
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
  };
  return new Response(request.method === 'HEAD' ? null : await file(), { headers });
}

/** A file with more rows than requested would be misleading. */
export function rejectFilter(): Response {
  return new Response('One of the filters is invalid. Go back to the list and correct it.', {
    status: 400,
  });
}
