import { timingSafeEqual } from 'node:crypto';
import { isSameSecret } from '~/platform/secrets/secrets.server';
import { signMessage } from './signature';

// Compares a received webhook with the one that we sent (Standard Webhooks 1.0). Pure: the sent one is passed
// in.

/** Receivers reject timestamps further away than this. */
const toleranceSeconds = 300;

/** We sign with two secrets at most. Each signature is compared with that of every secret. */
const maximumSignatures = 8;

export type ReceivedWebhook = { id: string; timestamp: string; signature: string; body: string };

/** `endpoint`: the merchant's name for it, null for a secret that the person entered. Secrets don't leave this file. */
export type WebhookSigningSecret = { endpoint: string | null; secret: string; previous: boolean };

/** What we know about the event: its body, and the endpoint and headers of each attempt, as far as they're stored. */
export type SentWebhook = {
  body: string;
  attempts: readonly { endpoint: string; timestamp: string; signature: string }[];
};

export type Difference = {
  /** The preceding bytes in UTF-8. */ position: number;
  sent: string;
  received: string;
  sentAround: string;
  receivedAround: string;
  reason: 'newline_at_end' | 'body_reformatted' | 'other_charset' | 'byte_order_mark' | null;
};

export type WebhookFinding =
  | {
      kind: 'header_missing' | 'header_unreadable';
      header: 'webhook-id' | 'webhook-timestamp' | 'webhook-signature';
    }
  | { kind: 'body_missing' | 'unknown_event' | 'no_endpoint' | 'secret_rotated' }
  | { kind: 'wrong_secret'; isEntered: boolean; isEventKnown: boolean }
  | { kind: 'body_differs'; difference: Difference }
  | { kind: 'timestamp_differs'; received: string; sent: string }
  | { kind: 'old' | 'early'; seconds: number };

/**
 * `signedBy`: the endpoint whose secret created the signature, null for the entered secret. `isEntered`: the person entered this
 * secret.
 */
export type WebhookDiagnosis = {
  genuine: boolean;
  signedBy: { endpoint: string | null; previous: boolean; isEntered: boolean } | null;
  findings: WebhookFinding[];
};

/**
 * Whether the signature is valid for the received body and, if not, what's wrong. An old timestamp alone
 * doesn't invalidate it.
 */
export function diagnoseWebhook(
  received: ReceivedWebhook,
  secrets: readonly WebhookSigningSecret[],
  sent: SentWebhook | null,
  now: Date,
): WebhookDiagnosis {
  const signatures = parseSignatures(received.signature).slice(0, maximumSignatures);
  const headerFindings = findHeaderProblems(received, signatures);
  if (headerFindings.length)
    return {
      genuine: false,
      signedBy: null,
      findings: [...headerFindings, ...findBodyDifference(received, sent)],
    };
  const age = checkTimestampAge(received.timestamp, now);
  const signer = findSigner(received, signatures, secrets);
  if (signer) return { genuine: true, signedBy: signer, findings: age };
  const findings: WebhookFinding[] = findBodyDifference(received, sent);
  const bodies = new Set([received.body, sent?.body ?? received.body]);
  // Each comparison costs a signature, so a sent timestamp is tried only with a signature that was sent with it, and with
  // the secrets of its endpoint.
  const sentTogether = (sent?.attempts ?? []).filter(({ signature }) =>
    parseSignatures(signature).some((one) => signatures.includes(one)),
  );
  for (const { timestamp, endpoint } of [
    { timestamp: received.timestamp, endpoint: null },
    ...sentTogether,
  ]) {
    const candidates = secrets.filter(
      (secret) => endpoint === null || secret.endpoint === null || secret.endpoint === endpoint,
    );
    for (const body of bodies) {
      const signedBy = findSigner({ ...received, timestamp, body }, signatures, candidates);
      if (signedBy)
        return {
          genuine: false,
          signedBy,
          findings: [
            ...(timestamp === received.timestamp
              ? []
              : [{ kind: 'timestamp_differs', received: received.timestamp, sent: timestamp } as const]),
            ...findings,
            ...checkTimestampAge(timestamp, now),
          ],
        };
    }
  }
  const signatureProblem: WebhookFinding = sentTogether.length
    ? { kind: 'secret_rotated' }
    : secrets.length
      ? {
          kind: 'wrong_secret',
          isEntered: secrets.some(({ endpoint }) => endpoint === null),
          isEventKnown: sent !== null,
        }
      : { kind: 'no_endpoint' };
  return {
    genuine: false,
    signedBy: null,
    findings: [...(sent ? [] : [{ kind: 'unknown_event' } as const]), ...findings, signatureProblem, ...age],
  };
}

function findHeaderProblems(
  { id, timestamp, signature, body }: ReceivedWebhook,
  signatures: readonly string[],
): WebhookFinding[] {
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
  } as const;
  const readable = {
    'webhook-id': true,
    'webhook-timestamp': /^\d{1,12}$/.test(timestamp),
    'webhook-signature': signatures.length > 0,
  };
  const names = Object.keys(headers) as (keyof typeof headers)[];
  return [
    ...names.filter((name) => !headers[name]).map((header) => ({ kind: 'header_missing', header }) as const),
    ...names
      .filter((name) => headers[name] && !readable[name])
      .map((header) => ({ kind: 'header_unreadable', header }) as const),
    ...(body ? [] : [{ kind: 'body_missing' } as const]),
  ];
}

/** The header's signatures in our version: `v1,` and 32 bytes in Base64. */
function parseSignatures(header: string): string[] {
  return header.split(' ').filter((part) => /^v1,[A-Za-z0-9+/]{43}=$/.test(part));
}

function findSigner(
  received: ReceivedWebhook,
  signatures: readonly string[],
  secrets: readonly WebhookSigningSecret[],
): WebhookDiagnosis['signedBy'] {
  const receivedSignatures = signatures.map((part) => Buffer.from(part.slice(3), 'base64'));
  const signers = secrets.filter(({ secret }) => {
    const expectedSignature = signMessage(received, secret);
    return receivedSignatures.some((bytes) => timingSafeEqual(bytes, expectedSignature));
  });
  const isEntered = ({ secret }: WebhookSigningSecret) =>
    secrets.some((other) => other.endpoint === null && isSameSecret(other.secret, secret));
  // After a rotation, an endpoint has two secrets for a while, and the person may have entered either.
  const signer = signers.find(isEntered) ?? signers[0];
  if (!signer) return null;
  const { endpoint, previous } = signer;
  return { endpoint, previous, isEntered: isEntered(signer) };
}

function checkTimestampAge(timestamp: string, now: Date): WebhookFinding[] {
  const seconds = Math.round(now.getTime() / 1000) - Number(timestamp);
  if (Math.abs(seconds) <= toleranceSeconds) return [];
  return [{ kind: seconds > 0 ? 'old' : 'early', seconds: Math.abs(seconds) }];
}

function findBodyDifference({ body }: ReceivedWebhook, sent: SentWebhook | null): WebhookFinding[] {
  return !sent || !body || sent.body === body
    ? []
    : [{ kind: 'body_differs', difference: findDifference(sent.body, body) }];
}

/** The first character where two texts differ. */
export function findDifference(sent: string, received: string): Difference {
  const [sentCharacters, receivedCharacters] = [[...sent], [...received]];
  const found = sentCharacters.findIndex((character, at) => character !== receivedCharacters[at]);
  const i = found < 0 ? sentCharacters.length : found;
  const around = (characters: string[]) => characters.slice(Math.max(0, i - 20), i + 20).join('');
  return {
    position: Buffer.byteLength(sentCharacters.slice(0, i).join('')),
    sent: sentCharacters[i] ?? '',
    received: receivedCharacters[i] ?? '',
    sentAround: around(sentCharacters),
    receivedAround: around(receivedCharacters),
    reason: findDifferenceReason(sent, received),
  };
}

function findDifferenceReason(sent: string, received: string): Difference['reason'] {
  if (received.startsWith('\ufeff') && received.slice(1) === sent) return 'byte_order_mark';
  if (received.startsWith(sent) && /^[\r\n]+$/.test(received.slice(sent.length))) return 'newline_at_end';
  const inLatin1 = Buffer.from(sent).toString('latin1');
  if (received === inLatin1 || received === toWindows1252(inLatin1)) return 'other_charset';
  return toCanonicalJson(sent) === toCanonicalJson(received) ? 'body_reformatted' : null;
}

/**
 * The characters of Windows-1252 at 0x80 to 0x9f, where it differs from Latin-1. Node.js 20's TextDecoder
 * reads these bytes as Latin-1.
 */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function toWindows1252(latin1: string): string {
  return latin1.replace(/[\u0080-\u009f]/g, (character) => windows1252[character.charCodeAt(0) - 0x80]!);
}

/** The same for all spellings of a JSON value. Null for invalid JSON. */
function toCanonicalJson(text: string): string | null {
  try {
    return JSON.stringify(JSON.parse(text), (_, value: unknown) =>
      value && typeof value === 'object' && !Array.isArray(value)
        ? Object.fromEntries(
            Object.keys(value)
              .sort()
              .map((name) => [name, (value as Record<string, unknown>)[name]]),
          )
        : value,
    );
  } catch {
    return null;
  }
}
