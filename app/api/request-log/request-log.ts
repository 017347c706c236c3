import { insertApiRequests } from '~/merchants/api-requests/request-records';
import { log } from '~/platform/observability/log';
import { singleton } from '~/platform/concurrency/singleton.server';
import { runWithoutTrace } from '~/platform/observability/trace';
import { toApiRequestRecord, type LoggedRequest } from './request-entry';

const batchRows = 200;
const batchMs = 200;
/** With requests of at most 16 KiB, a stalled database costs at most 32 MiB. */
const maximumPending = 2_000;
/**
 * Requests rejected before any work cost the sender nothing, so only some are stored per account and second.
 */
const rejectionsPerSecond = 10;

const state = singleton('request-log', () => ({
  pending: [] as LoggedRequest[],
  dropped: 0,
  timer: undefined as NodeJS.Timeout | undefined,
  writing: undefined as Promise<void> | undefined,
  rejections: { second: 0, counts: new Map<string, number>() },
}));

/**
 * Records a request in the merchant's request log. Responses don't wait for it: rows are written in the
 * background, up to 200 at a time, at most a fifth of a second later. A killed process loses unwritten rows.
 * When the database can't keep up, the oldest rows are dropped and counted in the log.
 */
export function logRequest(request: LoggedRequest): void {
  if (isOverRejectionLimit(request)) return;
  if (state.pending.length >= maximumPending) {
    state.pending.shift();
    state.dropped++;
  }
  state.pending.push(request);
  if (state.pending.length >= batchRows) void runWithoutTrace(write);
  else state.timer ??= runWithoutTrace(() => setTimeout(() => void write(), batchMs).unref());
}

/** Writes pending rows: before the process ends, and for readers that need them now. */
export async function flushRequests(): Promise<void> {
  while (state.pending.length || state.writing) await write();
}

function write(): Promise<void> {
  clearTimeout(state.timer);
  state.timer = undefined;
  return (state.writing ??= writeBatch().finally(() => {
    state.writing = undefined;
    if (state.pending.length >= batchRows) void write();
    else if (state.pending.length) state.timer ??= setTimeout(() => void write(), batchMs).unref();
  }));
}

async function writeBatch(): Promise<void> {
  // After the responses that are currently being sent.
  await new Promise((resolve) => setImmediate(resolve));
  const batch = state.pending.splice(0, batchRows);
  if (state.dropped) log.warn('API request log entries were dropped', { count: state.dropped });
  state.dropped = 0;
  try {
    if (batch.length) await insertApiRequests(batch.map(toApiRequestRecord));
  } catch (error) {
    log.error('API request log entries could not be written', error, { count: batch.length });
  }
}

function isOverRejectionLimit({ accountId, environment, status }: LoggedRequest): boolean {
  if (status !== 401 && status !== 403 && status !== 429) return false;
  const second = Math.floor(performance.now() / 1000);
  const { rejections } = state;
  if (rejections.second !== second) state.rejections = { second, counts: new Map() };
  const key = `${environment}:${accountId}`;
  const count = (state.rejections.counts.get(key) ?? 0) + 1;
  state.rejections.counts.set(key, count);
  return count > rejectionsPerSecond;
}
