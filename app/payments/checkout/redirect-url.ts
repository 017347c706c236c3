import { requireCheckoutSecret } from '~/merchants/credentials/credentials';
import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import type { CardIntent } from './card-intents';
import type { CheckoutIntent } from './payment-intents';
import { signRedirect } from './redirect-signature';

/**
 * Where the payer's browser goes after checkout: the merchant's URL with our parameters added last, so that
 * the merchant's own can't replace them (decisions: Intents and the hosted page). The parameters are a hint.
 * Only the transaction counts. Without a transaction, the intent has expired (decisions: Redirect), or the payer has
 * canceled. The time is that of the first redirect, so that the same result always gives the same URL.
 */
export async function buildRedirectUrl(
  intent: CheckoutIntent,
  transactionId: string | null,
): Promise<string> {
  const { accountId, environment } = intent;
  const transaction =
    transactionId &&
    (await prisma.transaction.findUniqueOrThrow({ where: { id: transactionId, accountId, environment } }));
  const status = transaction ? transaction.status : getStatusWithoutResult(intent);
  const succeeded = transaction && !['DECLINED', 'VOIDED', 'EXPIRED'].includes(status);
  const parameters = {
    intent_id: intent.id,
    reference_id: intent.externalId,
    status,
    timestamp: (intent.redirectedAt ?? new Date()).toISOString(),
    transaction_id: transactionId ?? '',
  };
  return buildSignedUrl(intent, succeeded ? intent.successUrl : intent.failureUrl, parameters);
}

/**
 * Where the payer's browser goes after the card page. Null when the merchant gave no URL. A deleted card isn't included.
 */
export async function buildCardRedirectUrl(intent: CardIntent): Promise<string | null> {
  const { successUrl, failureUrl, card } = intent;
  if (!successUrl || !failureUrl) return null;
  const parameters = {
    intent_id: intent.id,
    reference_id: intent.externalId,
    status: card ? 'COMPLETED' : getStatusWithoutResult(intent),
    timestamp: (intent.redirectedAt ?? new Date()).toISOString(),
    token: card?.expiry ? card.id : '',
  };
  return buildSignedUrl(intent, card ? successUrl : failureUrl, parameters);
}

/**
 * Where the payer's browser goes after 3-D Secure of a payment by API. Its parameters are a hint. Only the transaction
 * counts. There is no intent, but the parameters are those of the checkout, so that the same code verifies both.
 */
export function buildReturnUrl({
  id,
  accountId,
  environment,
  externalId,
  status,
  returnUrl,
  updatedAt,
}: {
  id: string;
  accountId: string;
  environment: Environment;
  externalId: string;
  status: string;
  returnUrl: string | null;
  updatedAt: Date;
}): Promise<string> {
  if (returnUrl === null) throw new Error(`the payment ${id} has no return URL`);
  const parameters = {
    intent_id: '',
    reference_id: externalId,
    status,
    timestamp: updatedAt.toISOString(),
    transaction_id: id,
  };
  return buildSignedUrl({ accountId, environment }, returnUrl, parameters);
}

const getStatusWithoutResult = ({ phase }: Pick<CheckoutIntent | CardIntent, 'phase'>) =>
  phase === 'expired' ? 'EXPIRED' : 'CANCELLED';

async function buildSignedUrl(
  { accountId, environment }: Pick<CardIntent, 'accountId' | 'environment'>,
  address: string,
  parameters: Record<string, string>,
): Promise<string> {
  const signature = signRedirect(parameters, await requireCheckoutSecret({ accountId, environment }));
  return setParameters(address, { ...parameters, signature });
}

function setParameters(address: string, parameters: Record<string, string>): string {
  const url = new URL(address);
  const merchantParameters = url.search
    .split('&')
    .filter(
      (pair) =>
        pair && ![...new URLSearchParams(pair).keys()].some((name) => Object.hasOwn(parameters, name)),
    );
  url.search = [...merchantParameters, new URLSearchParams(parameters)].join('&');
  return url.href;
}
