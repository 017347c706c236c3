import { expireHolds } from '~/payments/operations/hold-expiry';
import { settlePreviousDays } from '~/payments/operations/settlement';
import { resolveUnknownOutcomes } from '~/payments/operations/unknown-outcomes';
import { pool } from '~/platform/database/db.server';
import { withoutTriggers } from './overwrite';

const dayMs = 86_400_000;
export const yesterday = () => new Date(Date.now() - 1.1 * dayMs);

/** Expires a hold before the timer has processed it. */
export const endHoldTime = (id: string) =>
  pool.query('update transactions set capture_before = $2 where id = $1', [id, yesterday()]);

/** Expires a hold and runs the timer. */
export async function expireHold(id: string): Promise<void> {
  await endHoldTime(id);
  await expireHolds();
}

/** Lets a day pass since everything that happened to these transactions. */
export const completeYesterday = (...ids: string[]) =>
  withoutTriggers((db) =>
    db.operation.updateMany({
      where: { transactionId: { in: ids }, completedAt: { not: null } },
      data: { completedAt: yesterday() },
    }),
  );

/** Lets a day pass and runs the settlement. */
export async function settleNextDay(...ids: string[]): Promise<void> {
  await completeYesterday(...ids);
  await settlePreviousDays();
}

/** Lets the minute pass after which an authorization that the acquirer has never seen is reversed. */
export const passMinute = (id: string) =>
  pool.query("update transactions set created_at = created_at - interval '1 minute' where id = $1", [id]);

/** Makes the inquiries about these transactions due and runs the timer. */
export async function resolveOutcomesOf(...ids: string[]): Promise<void> {
  await pool.query(
    "update operations set inquire_at = to_timestamp(0) where transaction_id = any($1) and status = 'PENDING'",
    [ids],
  );
  await resolveUnknownOutcomes();
}

/** Makes all inquiries due and runs the timer. */
export async function resolveAllOutcomes(): Promise<void> {
  await pool.query("update operations set inquire_at = to_timestamp(0) where status = 'PENDING'");
  await resolveUnknownOutcomes();
}
