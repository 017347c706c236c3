import type { Secret } from '~/platform/secrets/secret';
import { AdyenError, nameOfFailure } from './http-client';
import type { AdyenAccess } from './requests';

/** About a million lines. A larger report is refused, because reading it would take too long. */
const maximumBytes = 256 * 1024 * 1024;
const timeoutMs = 10 * 60_000;

/** Where the reports of a merchant account are, and the API key for them. */
export type ReportSource = { origin: string; merchantAccount: string; apiKey: Secret };

/**
 * @param origin a stand-in instead of Adyen
 * @returns null without a report API key
 */
export function createReportSource(
  { settings: { merchantAccount }, secrets, environment }: AdyenAccess,
  origin?: URL,
): ReportSource | null {
  const { reportApiKey: apiKey } = secrets;
  return apiKey
    ? { origin: origin?.origin ?? `https://ca-${environment}.adyen.com`, merchantAccount, apiKey }
    : null;
}

/**
 * Downloads a report as text, in chunks. We derive its URL from the connection and the report's name. Webhooks contain a
 * URL, too, but their signature doesn't cover it, so we never send the key there.
 * @throws {AdyenError} if the report can't be downloaded completely
 */
export async function* downloadReport(
  { origin, merchantAccount, apiKey }: ReportSource,
  fileName: string,
  signal: AbortSignal,
  limit = maximumBytes,
): AsyncGenerator<string, void> {
  if (!/^\w+\.csv$/.test(fileName)) throw new AdyenError('refused', 'invalid_file_name');
  const path = `/reports/download/MerchantAccount/${encodeURIComponent(merchantAccount)}/${fileName}`;
  // It also removes a byte order mark.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let size = 0;
  try {
    const response = await fetch(`${origin}${path}`, {
      headers: { 'X-API-Key': apiKey.reveal() },
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    if (response.status !== 200 || !response.body) {
      await response.body?.cancel();
      throw toError(response.status);
    }
    for await (const bytes of response.body) {
      size += bytes.length;
      if (size > limit) throw new AdyenError('refused', 'report_too_large');
      yield decoder.decode(bytes, { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    throw error instanceof AdyenError ? error : new AdyenError('uncertain', nameOfFailure(error));
  }
}

function toError(status: number): AdyenError {
  const kind = status === 401 || status === 403 ? 'prevented' : status === 429 ? 'rate_limited' : 'uncertain';
  return new AdyenError(kind, `report_http_${status}`);
}
