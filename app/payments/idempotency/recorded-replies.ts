import type { EventType } from '~/webhooks/events/event-types';

export type OutcomeRecord = {
  operationId: string;
  operationStatus: 'SUCCEEDED' | 'FAILED';
  acquirerReference: string | null;
  declineCode: string | null;
  acquirerCode: string | null;
  recordedAt: Date;
};
/**
 * The reply, which is stored with the operation and published as an event. A null `eventType` publishes
 * nothing.
 */
export type PublishedReply = { responseBody: string; eventId: string; eventType: EventType | null };

/** The values of a record phase that are the same for every kind of operation. */
export const outcomeColumns = {
  operationId: 'text',
  operationStatus: 'text',
  acquirerReference: 'text',
  declineCode: 'text',
  acquirerCode: 'text',
  recordedAt: 'timestamptz',
  responseBody: 'text',
  eventId: 'text',
  eventType: 'text',
} as const satisfies Record<keyof (OutcomeRecord & PublishedReply), string>;

/** So that one of several writers records an outcome. */
export const lockPendingOperations = `
  pending as materialized (
    select input.* from (select * from input order by operation_id) input cross join lateral (
      select from operations o where o.id = input.operation_id and o.status is not distinct from 'PENDING' for no key update
    ) o
  )`;

/** The rows of `trx` contain the outcomes. An event that no endpoint receives doesn't wait to be handed out. */
export const recordBatchedReplies = `
  op as (
    update operations o set status = operation_status, reason = coalesce(trx.decline_code, reason), acquirer_reference = coalesce(trx.acquirer_reference, o.acquirer_reference),
      decline_code = trx.decline_code, acquirer_code = trx.acquirer_code, completed_at = recorded_at, inquire_at = null, response_body = trx.response_body
    from trx where o.id = trx.operation_id
    returning o.*
  ), event as (
    insert into webhook_events (id, account_id, environment, type, transaction_id, payload, fanned_out_at)
    select event_id, account_id, environment, event_type, transaction_id, response_body::jsonb,
      case when not exists (
        select from webhook_endpoints e where e.account_id = trx.account_id and e.environment = trx.environment and e.deleted_at is null
      ) then recorded_at end
    from trx where event_type is not null
  )`;
