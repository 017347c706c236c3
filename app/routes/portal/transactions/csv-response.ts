import { buildCsvFileName } from '~/platform/lists/csv-stream';
import { getDayInZone } from '~/platform/time/days';
import type { Merchant } from '../../guards';

type Named = { what: string; merchant: Merchant; environment?: string };

/** A list as a file that is sent while it is read. Who asks for the head alone (HEAD) gets none, and nothing is written down. */
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

/** A file that holds more than was asked for would be taken for what was asked for. */
export function rejectFilter(): Response {
  return new Response('One of the filters is invalid. Go back to the list and correct it.', {
    status: 400,
  });
}
