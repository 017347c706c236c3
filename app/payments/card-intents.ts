import { prisma } from '~/platform/db.server';
import { createId } from '~/platform/ids';
import { fingerprint } from './fingerprints';
import { answerIntent, intentLifeSeconds } from './intents';
import type { Actor, Reply } from './replies';
import { claimCardIntent } from './statements';

/** Prepares a hosted page that keeps a card for later payments (spec 4.6). */
export async function createCardIntent({ accountId, environment }: Actor, { externalId }: { externalId: string }): Promise<Reply> {
  const key = { accountId, environment, family: 'card_intent' as const, externalId };
  const content = fingerprint(environment, {});
  const [created] = await claimCardIntent({ ...key, intentId: createId('int'), fingerprint: content, lifeSeconds: intentLifeSeconds });
  return answerIntent({ ...key, content, created }, (id) => prisma.cardIntent.findUniqueOrThrow({ where: { id, accountId, environment } }));
}
