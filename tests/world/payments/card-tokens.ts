import type { MerchantReason } from '~/acquirers/saved-card';
import { findCardIntent } from '~/payments/checkout/card-intents';
import { verifyAndSaveCard } from '~/payments/checkout/card-saving/card-saving';
import { completeVerification } from '~/payments/checkout/card-saving/card-verifications';
import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { createId } from '~/platform/ids';
import { Secret } from '~/platform/secrets/secret';
import type { ApiClient } from '../api-client';
import { acquirer } from '../acquirers/acquirer';
import { cards } from './payments';

/** A card as the hosted page submits it. */
export const buildCard = (pan: string) => ({
  pan: new Secret(pan),
  code: new Secret('836'),
  expiry: { month: 12, year: 2040 },
  name: 'Ada Example',
});

/** A card intent of the client for the hosted page. */
export async function buildCardIntent(
  client: ApiClient,
  {
    environment = 'test' as Environment,
    ...body
  }: {
    environment?: Environment;
    external_id?: string;
    customer_id?: string;
    redirect_urls?: object;
    reason?: MerchantReason;
  } = {},
) {
  const { json } = await client.post('/intents/card', { external_id: createId('req'), ...body });
  const address = { accountId: client.merchant.accountId, environment, intentId: json.intent_id as string };
  return { address, intent: (await findCardIntent(address))! };
}

/**
 * A saved card of the client.
 * @returns its token
 */
export async function buildCardToken(
  client: ApiClient,
  {
    pan = cards.approved,
    environment = 'test',
    ...body
  }: {
    pan?: string;
    environment?: Environment;
    reason?: MerchantReason;
    external_id?: string;
    customer_id?: string;
  } = {},
): Promise<string> {
  const { address, intent } = await buildCardIntent(client, { environment, ...body });
  const { kind } = await verifyAndSaveCard(intent, { card: buildCard(pan), formId: createId('req') });
  if (kind === 'action_required') await confirmCard(address);
  else if (kind !== 'kept') throw new Error(`the card was not kept: ${kind}`);
  return (await findCardIntent(address))!.card!.id;
}

/** The payer confirms at the simulated bank and comes back. */
export async function confirmCard({
  environment,
  intentId,
}: {
  environment: Environment;
  intentId: string;
}): Promise<void> {
  const { reference } = await prisma.cardVerification.findUniqueOrThrow({ where: { intentId } });
  await acquirer.simulateAuthentication!(reference, 'authenticated', new AbortController().signal);
  await completeVerification({ environment, intentId }, {});
}
