import { prisma } from '~/platform/db.server';
import { createId } from '~/platform/ids';
import { fingerprint } from './fingerprints';
import { answerIntent, claimIntentKey, intentLifeSeconds } from './intents';
import type { Actor, Reply } from './replies';
import { statement } from './statement';
import type { IdempotencyKey } from './statements';

/** Creates a card intent and takes its external_id. No row: it is taken. */
const claimCardIntent = statement<IdempotencyKey & { intentId: string; fingerprint: string; lifeSeconds: number }, { id: string; expires_at: Date }>(
  'claim-card-intent',
  `with ${claimIntentKey}
  insert into card_intents (id, account_id, environment, external_id, expires_at)
  select resource_id, account_id, environment, external_id, now() + :lifeSeconds::int * interval '1 second' from claimed
  returning id, expires_at`,
);

/** Prepares a hosted page that keeps a card for later payments (spec 4.6). */
export async function createCardIntent({ accountId, environment }: Actor, { externalId }: { externalId: string }): Promise<Reply> {
  const key = { accountId, environment, family: 'card_intent' as const, externalId };
  const content = fingerprint(environment, {});
  const [created] = await claimCardIntent({ ...key, intentId: createId('int'), fingerprint: content, lifeSeconds: intentLifeSeconds });
  return answerIntent({ ...key, content, created }, (id) => prisma.cardIntent.findUniqueOrThrow({ where: { id, accountId, environment } }));
}
