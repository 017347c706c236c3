import { requireCheckoutSecret } from '~/merchants/credentials/credentials';
import { prisma } from '~/platform/db.server';
import { keyedDigest } from '~/platform/secrets.server';
import type { CardIntent } from './card-intents';
import type { CheckoutIntent } from './intents';

/**
 * Where the payer's browser goes after checkout: the merchant's own address with our parameters set last, so that none
 * of the merchant's can stand in for them (decisions: Intents and the hosted page). They are a hint; the truth is the
 * transaction. Without a transaction the payer has cancelled.
 */
export async function returnAddress(intent: CheckoutIntent, transactionId: string | null): Promise<string> {
  const { accountId, environment } = intent;
  const transaction =
    transactionId &&
    (await prisma.transaction.findUniqueOrThrow({ where: { id: transactionId, accountId, environment } }));
  const status = transaction ? transaction.status : 'CANCELLED';
  const succeeded = transaction && !['DECLINED', 'VOIDED', 'EXPIRED'].includes(status);
  const parameters = {
    intent_id: intent.id,
    reference_id: intent.externalId,
    status,
    timestamp: new Date().toISOString(),
    transaction_id: transactionId ?? '',
  };
  return signed(intent, succeeded ? intent.successUrl : intent.failureUrl, parameters);
}

/** Where the payer's browser goes after the card page: null where the merchant named no address. Without a kept card the payer has cancelled; a deleted one is not named. */
export async function cardReturnAddress(intent: CardIntent): Promise<string | null> {
  const { successUrl, failureUrl, card } = intent;
  if (!successUrl || !failureUrl) return null;
  const parameters = {
    intent_id: intent.id,
    reference_id: intent.externalId,
    status: card ? 'COMPLETED' : 'CANCELLED',
    timestamp: new Date().toISOString(),
    token: card?.expiry ? card.id : '',
  };
  return signed(intent, card ? successUrl : failureUrl, parameters);
}

async function signed(
  { accountId, environment }: Pick<CardIntent, 'accountId' | 'environment'>,
  address: string,
  parameters: Record<string, string>,
): Promise<string> {
  const signature = signReturn(parameters, await requireCheckoutSecret({ accountId, environment }));
  return withParameters(address, { ...parameters, signature });
}

function withParameters(address: string, parameters: Record<string, string>): string {
  const url = new URL(address);
  const theirs = url.search
    .slice(1)
    .split('&')
    .filter(
      (pair) =>
        pair && ![...new URLSearchParams(pair).keys()].some((name) => Object.hasOwn(parameters, name)),
    );
  url.search = [...theirs, new URLSearchParams(parameters)].join('&');
  return url.href;
}

/** HMAC-SHA-256 in hex over the parameters sorted by name, `k=v` joined by `&`, values percent-encoded. */
export function signReturn(parameters: Record<string, string>, secret: string): string {
  const signed = Object.keys(parameters)
    .sort()
    .map((name) => `${name}=${encodeURIComponent(parameters[name]!)}`)
    .join('&');
  return keyedDigest(Buffer.from(secret), signed);
}
