import { pool } from '~/platform/db.server';
import { once } from '~/platform/once.server';

/** More than this is not counted: whoever has so much waiting needs no exact number. */
export const mostCounted = 10_000;
const goodForMs = 5_000;

/** What waits for its turn, and since when in seconds. */
export type Backlog = {
  unknownOutcomes: { waiting: number; oldestSeconds: number; givenUp: number };
  webhooks: { waiting: number; oldestSeconds: number; failingEndpoints: number };
  mails: { waiting: number; oldestSeconds: number; refused: number };
  breaks: { open: number };
};

const memory = once('backlog', () => ({ asked: 0, answer: null as Promise<Backlog> | null }));

/** Asked at most every five seconds, whoever looks: each count ends at ten thousand, on an index of what waits. */
export function readBacklog(): Promise<Backlog> {
  const now = performance.now();
  if (!memory.answer || now - memory.asked > goodForMs) {
    memory.asked = now;
    memory.answer = askBacklog().catch((error: unknown) => {
      memory.answer = null;
      throw error;
    });
  }
  return memory.answer;
}

/** Once, without the memory of {@link readBacklog}. */
export async function askBacklog(): Promise<Backlog> {
  const { rows } = await pool.query({ name: 'backlog', text: question });
  const row = rows[0] as Record<string, number>;
  const whole = (name: string) => Math.max(0, Math.floor(Number(row[name] ?? 0)));
  return {
    unknownOutcomes: {
      waiting: whole('outcomes'),
      oldestSeconds: whole('outcome_age'),
      givenUp: whole('given_up'),
    },
    webhooks: {
      waiting: whole('webhooks'),
      oldestSeconds: whole('webhook_age'),
      failingEndpoints: whole('endpoints'),
    },
    mails: { waiting: whole('mails'), oldestSeconds: whole('mail_age'), refused: whole('refused') },
    breaks: { open: whole('breaks') },
  };
}

// A webhook that is tried again later is not late before that moment.
const question = `select
  outcomes.count as outcomes, outcomes.age as outcome_age,
  (select count(*) from (select from operations where status = 'PENDING' and inquire_at is null limit ${mostCounted}) o)::int as given_up,
  webhooks.count as webhooks, webhooks.age as webhook_age,
  (select count(*) from webhook_endpoints where status = 'enabled' and failing_since is not null)::int as endpoints,
  mails.count as mails, mails.age as mail_age,
  (select count(*) from (select from mails where status = 'refused' and created_at > now() - interval '7 days' limit ${mostCounted}) m)::int as refused,
  (select count(*) from (select from discrepancies where resolved_at is null limit ${mostCounted}) b)::int as breaks
from
  (select count(*)::int, extract(epoch from now() - min(created_at))::float8 as age from (select created_at from operations where status = 'PENDING' and inquiries > 0 limit ${mostCounted}) o) outcomes,
  (select count(*)::int, extract(epoch from now() - min(next_attempt_at))::float8 as age from (select next_attempt_at from webhook_deliveries where status = 'pending' order by next_attempt_at limit ${mostCounted}) d) webhooks,
  (select count(*)::int, extract(epoch from now() - min(created_at))::float8 as age from (select created_at from mails where status in ('queued', 'sending') order by created_at limit ${mostCounted}) m) mails`;
