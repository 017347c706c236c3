import { AsyncLocalStorage } from 'node:async_hooks';
import type { Environment } from '~/platform/environment';

/** The current request or job, for every log line and for the acquirer. */
export type Trace = {
  requestId?: string;
  runId?: string;
  job?: string;
  route?: string;
  accountId?: string;
  environment?: Environment;
};

const traces = new AsyncLocalStorage<Trace | undefined>();

/**
 * Runs work under an ID. Background work that it starts, such as a timer, continues under it. See {@link
 * runWithoutTrace}.
 */
export function runWithTrace<T>(trace: Trace, work: () => T): T {
  return traces.run(trace, work);
}

/** For work that starts in a request and also serves others. */
export function runWithoutTrace<T>(work: () => T): T {
  return traces.run(undefined, work);
}

export function getCurrentTrace(): Trace | undefined {
  return traces.getStore();
}

/** The ID sent to an acquirer, so that both sides' logs can be compared. */
export function getTraceId(): string | undefined {
  const trace = traces.getStore();
  return trace?.requestId ?? trace?.runId;
}

/** Adds what is learned during a request: its route pattern and its account. */
export function addTraceFields(fields: Pick<Trace, 'route' | 'accountId' | 'environment'>): void {
  const trace = traces.getStore();
  if (trace) Object.assign(trace, fields);
}
