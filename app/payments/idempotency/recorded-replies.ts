export type OutcomeRecord = {
  operationId: string;
  operationStatus: 'SUCCEEDED' | 'FAILED';
  acquirerReference: string | null;
  declineCode: string | null;
  recordedAt: Date;
};
/**
 * The reply, which is stored with the operation and published as an event. A null `eventType` publishes
 * nothing.
 */
export type PublishedReply = { responseBody: string; eventId: string; eventType: string | null };

// Locked first, so that one of several writers records the outcome.
export const lockPendingOperation = `
  pending as (
    select id from operations where id = :operationId and status = 'PENDING' for update
  )`;

export const recordOperationReply = `
  op as (
    update operations set status = :operationStatus, reason = coalesce(:declineCode, reason), acquirer_reference = :acquirerReference,
      decline_code = :declineCode, completed_at = :recordedAt, inquire_at = null, response_body = :responseBody
    from trx where operations.id = :operationId
    returning operations.*
  ), event as (
    insert into webhook_events (id, account_id, environment, type, transaction_id, payload)
    select :eventId, account_id, environment, :eventType, id, (:responseBody::text)::jsonb from trx where :eventType::text is not null
  )`;
