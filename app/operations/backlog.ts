import { config } from '~/platform/config/config.server';
import { queryRows } from '~/platform/database/query.server';
import { singleton } from '~/platform/concurrency/singleton.server';

/** The counting limit. Beyond it, the exact number doesn't matter. */
export const maximumCounted = 10_000;
const cacheMs = 5_000;

/** The number of pending items and the age of the oldest one in seconds. */
export type Backlog = {
  unknownOutcomes: { pending: number; oldestSeconds: number; abandoned: number };
  webhooks: { pending: number; oldestSeconds: number; failingEndpoints: number };
  mails: { pending: number; oldestSeconds: number; failed: number };
  documents: { pending: number; oldestSeconds: number };
  discrepancies: { open: number };
  /** Chains whose last verification failed. */
  auditLogs: { broken: number };
  /** Not processed within an hour of their arrival. */
  acquirerEvents: { overdue: number };
  /** Not compared with the sanctions list, because it can't be read. */
  applications: { unscreened: number };
};

const cache = singleton('backlog', () => ({ queriedAt: 0, result: null as Promise<Backlog> | null }));

/** Cached for five seconds. Each count stops at ten thousand, on an index of pending items. */
export function readBacklog(): Promise<Backlog> {
  const now = performance.now();
  if (!cache.result || now - cache.queriedAt > cacheMs) {
    cache.queriedAt = now;
    cache.result = queryBacklog().catch((error: unknown) => {
      cache.result = null;
      throw error;
    });
  }
  return cache.result;
}

/**
 * Once, without the cache of {@link readBacklog}.
 * @param hasSanctionsList without one, no application is compared
 */
export async function queryBacklog(hasSanctionsList = Boolean(config.sanctionsList)): Promise<Backlog> {
  const [row] = (await queryRows({ name: 'backlog', text: backlogQuery })) as [Record<string, number>];
  const readCount = (name: string) => Math.max(0, Math.floor(Number(row[name] ?? 0)));
  return {
    unknownOutcomes: {
      pending: readCount('outcomes'),
      oldestSeconds: readCount('outcome_age'),
      abandoned: readCount('given_up'),
    },
    webhooks: {
      pending: readCount('webhooks'),
      oldestSeconds: readCount('webhook_age'),
      failingEndpoints: readCount('endpoints'),
    },
    mails: {
      pending: readCount('mails'),
      oldestSeconds: readCount('mail_age'),
      failed: readCount('failed_mails'),
    },
    documents: { pending: readCount('documents'), oldestSeconds: readCount('document_age') },
    discrepancies: { open: readCount('breaks') },
    auditLogs: { broken: readCount('chains') + readCount('lost_chains') },
    acquirerEvents: { overdue: readCount('events') },
    applications: { unscreened: hasSanctionsList ? readCount('unscreened') : 0 },
  };
}

// A webhook retry isn't late before its time. Lost audit logs are found again every day, unless the storage fails.
const backlogQuery = `select
  outcomes.count as outcomes, outcomes.age as outcome_age,
  (select count(*) from (select from operations where status = 'PENDING' and inquire_at is null limit ${maximumCounted}) o)::int as given_up,
  webhooks.count as webhooks, webhooks.age as webhook_age,
  (select count(*) from webhook_endpoints where status = 'enabled' and failing_since is not null)::int as endpoints,
  mails.count as mails, mails.age as mail_age,
  documents.count as documents, documents.age as document_age,
  (select count(*) from (select from mails where failed_at > now() - interval '7 days' limit ${maximumCounted}) m)::int as failed_mails,
  (select count(*) from (select from discrepancies where resolved_at is null limit ${maximumCounted}) b)::int as breaks,
  (select count(*) from (select from audit_chains where error is not null limit ${maximumCounted}) c)::int as chains,
  (select count(distinct subject) from audit_entries
    where account_id is null and action = 'audit_log_lost' and created_at > now() - interval '30 days'
      and not exists (select from audit_chains c where c.account_id = subject))::int as lost_chains,
  (select count(*) from (select from acquirer_events where processed_at is null and received_at < now() - interval '1 hour' limit ${maximumCounted}) e)::int as events,
  (select count(*) from (select from applications a join application_checks c on c.application_id = a.id and c.round = a.round
    where a.state in ('SUBMITTED', 'IN_REVIEW') and c.kind = 'sanctions' and c.result = 'unavailable' limit ${maximumCounted}) u)::int as unscreened
from
  (select count(*)::int, extract(epoch from now() - min(created_at))::float8 as age from (select created_at from operations where status = 'PENDING' and inquiries > 0 and (accepted_at is null or inquire_at is null) limit ${maximumCounted}) o) outcomes,
  (select count(*)::int, extract(epoch from now() - min(next_attempt_at))::float8 as age from (select next_attempt_at from webhook_deliveries where status = 'pending' order by next_attempt_at limit ${maximumCounted}) d) webhooks,
  (select count(*)::int, extract(epoch from now() - min(created_at))::float8 as age from (select created_at from mails where status in ('queued', 'sending') order by created_at limit ${maximumCounted}) m) mails,
  (select count(*)::int, extract(epoch from now() - min(created_at))::float8 as age from (select created_at from documents where status = 'checking' order by created_at limit ${maximumCounted}) d) documents`;
