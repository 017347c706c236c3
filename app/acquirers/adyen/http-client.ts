import type { Client } from '@adyen/api-library';
import { z } from 'zod';

type HttpClient = Client['httpClient'];

/** An error from Adyen itself. A proxy's error has another body. */
const refusalSchema = z.object({
  status: z.number(),
  errorCode: z.string(),
  errorType: z.string(),
});

/**
 * Why a request failed. `refused`: Adyen rejected it before doing anything. `prevented`: the key or the account doesn't
 * allow it, so nothing happened. `rate_limited`: Adyen didn't process it. `uncertain`: it may have been processed. The
 * message and the code never quote the request or the answer, which can contain card data.
 */
export class AdyenError extends Error {
  override name = 'AdyenError';
  constructor(
    readonly kind: 'refused' | 'prevented' | 'rate_limited' | 'uncertain',
    readonly code: string,
  ) {
    super(`the request failed: ${code}`);
  }
}

/** Another request with this idempotency key is in progress, or had other content. */
export const keyInUse = '704';

/**
 * Sends the SDK's requests. Its own client has no abort signal and no custom origin, sends the API key along with
 * redirects, and accepts answers that aren't JSON.
 * @param origin a stand-in instead of Adyen's hosts
 */
export class AdyenHttpClient implements HttpClient {
  constructor(
    private readonly timeoutMs: number,
    private readonly origin?: URL,
  ) {}

  async request(...[endpoint, json, config, , options]: Parameters<HttpClient['request']>): Promise<string> {
    const { origin, pathname, search } = new URL(endpoint);
    const { method = 'POST', idempotencyKey, signal } = options ?? {};
    const signals = [AbortSignal.timeout(this.timeoutMs), ...(signal ? [signal] : [])];
    try {
      const response = await fetch(`${this.origin?.origin ?? origin}${pathname}${search}`, {
        method,
        headers: {
          'Content-Type': 'application/json',
          'X-API-Key': config.apiKey!,
          ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
        },
        body: json.toString(),
        redirect: 'manual',
        signal: AbortSignal.any(signals),
      });
      return readAnswer(response.status, await readBody(response));
    } catch (error) {
      throw error instanceof AdyenError ? error : new AdyenError('uncertain', nameOfFailure(error));
    }
  }
}

/** Adyen's answers have a few kilobytes, and a list of payment methods some more. */
const maximumBytes = 1024 * 1024;

/** Stops at the limit, also of compressed answers, so that an endless one doesn't fill the memory. */
async function readBody({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const bytes of body ?? []) {
    size += bytes.length;
    if (size > maximumBytes) throw new AdyenError('uncertain', 'answer_too_large');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString();
}

function readAnswer(status: number, body: string): string {
  const answer = parseObject(body);
  if (!answer) throw new AdyenError('uncertain', `invalid_json_${status}`);
  if (status >= 200 && status < 300) return body;
  const { data } = refusalSchema.safeParse(answer);
  const code = data && data.status === status ? data.errorCode : `http_${status}`;
  throw new AdyenError(kindOf(status, data), code.slice(0, 40));
}

function kindOf(status: number, refusal: z.output<typeof refusalSchema> | undefined): AdyenError['kind'] {
  if (!refusal || refusal.status !== status) return 'uncertain';
  if (status === 429) return 'rate_limited';
  if (refusal.errorType === 'internal' || refusal.errorCode === keyInUse) return 'uncertain';
  if (status === 401 || status === 403) return 'prevented';
  return status === 400 || status === 422 ? 'refused' : 'uncertain';
}

function parseObject(body: string): object | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** The name of a failed connection, such as ECONNRESET. Other messages could quote what was sent. */
export function nameOfFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  const { cause } = error as { cause?: { code?: unknown } };
  return typeof cause?.code === 'string' ? cause.code : error.name;
}
