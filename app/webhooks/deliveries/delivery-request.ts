import type { IncomingHttpHeaders } from 'node:http';
import { containsCardNumber } from '~/platform/cards/card-numbers';
import {
  sendEgressRequest,
  type EgressError,
  type EgressRequest,
  type EgressResponse,
} from '~/platform/egress/egress-request';

/** From the DNS lookup to the end of the response (decisions: Webhooks). */
const timeoutMs = 15_000;
/** Stored bytes of a response body. */
const maximumBodyBytes = 4_096;
/**
 * Additional bytes read for the card number check only: a number cut off at the limit would reveal all digits
 * but the last.
 */
const cardScanBytes = 128;
const maximumHeaders = 40;
const maximumHeaderLength = 500;

/**
 * Why there was no response. `secret_unreadable` and `not_sent`: nothing was sent because of an error on our side.
 */
export type DeliveryError = EgressError | 'secret_unreadable' | 'not_sent';

export type DeliveryResponse =
  { status: number; headers: Record<string, string>; body: string | null } | { error: DeliveryError };

type DeliveryRequest = Omit<EgressRequest, 'limitMs' | 'maximumBytes'> & {
  body: string;
  /** For tests. */
  limitMs?: number;
};

/** Sends a message to a merchant's URL. Reads at most 15 seconds and 4 KiB. If the body is late, the status counts. */
export async function sendRequest({
  limitMs = timeoutMs,
  ...request
}: DeliveryRequest): Promise<DeliveryResponse> {
  const maximumBytes = maximumBodyBytes + cardScanBytes;
  const response = await sendEgressRequest({ ...request, limitMs, maximumBytes });
  if ('error' in response) return response;
  return {
    status: response.status,
    headers: toStorableHeaders(response.headers),
    body: toStorableBody(response),
  };
}

/** The headers of every message, besides the signature. */
export function buildContentHeaders(url: URL, body: string): Record<string, string> {
  return {
    host: url.host,
    'user-agent': 'Tillway-Webhooks/1',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    accept: '*/*',
    'accept-encoding': 'identity',
  };
}

/** The first 4 KiB of a body. A compressed body isn't decompressed or stored. */
function toStorableBody({ headers, body }: EgressResponse): string | null {
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') return null;
  return toStorableText(body.toString('utf8', 0, maximumBodyBytes), body.toString('utf8'));
}

/**
 * Without zero bytes, which PostgreSQL can't store. Text with a card number isn't stored at all (threat T15).
 * @param scannedText the text with its continuation
 */
function toStorableText(text: string, scannedText = text): string {
  return containsCardNumber(scannedText.replaceAll('\0', ''))
    ? '[not stored: seems to contain a card number]'
    : text.replaceAll('\0', '');
}

function toStorableHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const storableHeaders = Object.entries(headers).filter(([name]) => !name.includes('cookie'));
  return Object.fromEntries(
    storableHeaders
      .slice(0, maximumHeaders)
      .map(([name, value]) => [
        toStorableText(name),
        toStorableText(String(value)).slice(0, maximumHeaderLength),
      ]),
  );
}
