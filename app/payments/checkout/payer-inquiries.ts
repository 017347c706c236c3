import { setTimeout as sleep } from 'node:timers/promises';
import { resolveOutcome } from '~/payments/operations/unknown-outcomes';
import { prisma } from '~/platform/database/db.server';
import { log } from '~/platform/observability/log';
import { countInWindows } from '~/platform/rate-limits/window-counters';

/** The waiting page reloads this often. */
const inquiryMs = 5_000;
/** How long a page waits for the acquirer's answer. */
const waitMs = 2_000;

/**
 * Whether the payer waits on the hosted page, returns from their bank, or ends the authentication. Each can cause one inquiry
 * in five seconds.
 */
type Occasion = 'waiting' | 'return' | 'end';

/**
 * Queries the acquirer about a payment whose payer waits, after the first scheduled inquiry brought no outcome. The
 * schedule stays as it is.
 * @returns whether the outcome is known now
 */
export async function inquireForPayer(
  transactionId: string,
  occasion: Occasion = 'waiting',
): Promise<boolean> {
  const pending = await prisma.operation.findFirst({
    where: {
      transactionId,
      status: 'PENDING',
      OR: [{ inquiries: { gt: 1 } }, { acceptedAt: { not: null } }],
    },
    select: { id: true, inquiries: true },
  });
  if (!pending) return false;
  const { id, inquiries } = pending;
  return inquireOnce(id, occasion, () => resolveOutcome(id, inquiries));
}

/**
 * An inquiry that takes longer than the page waits continues in the background.
 * @param reference ours, of the request that the inquiry is about
 */
export async function inquireOnce(
  reference: string,
  occasion: Occasion,
  inquire: () => Promise<boolean>,
): Promise<boolean> {
  const counted = await countInWindows({
    counters: [{ key: `payer-inquiry:${occasion}:${reference}`, windowMs: inquiryMs }],
    maximum: 1,
  });
  if (!counted.length) return false;
  const inquiry = inquire().catch((error: unknown) => {
    log.error('inquiring about an outcome', error, { operationId: reference });
    return false;
  });
  return Promise.race([inquiry, sleep(waitMs, false, { ref: false })]);
}
