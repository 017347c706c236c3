import { AsyncLocalStorage } from 'node:async_hooks';
import type { Environment } from '~/platform/environment';

/** What is being done just now, for every log line written meanwhile and for the acquirer: a request, or a turn of a job. */
export type Trace = {
  requestId?: string;
  runId?: string;
  job?: string;
  route?: string;
  accountId?: string;
  environment?: Environment;
};

const traces = new AsyncLocalStorage<Trace | undefined>();

/** Does work under an id. What it leaves running, such as a timer, goes on under it; see {@link runWithoutTrace}. */
export function runWithTrace<T>(trace: Trace, work: () => T): T {
  return traces.run(trace, work);
}

/** For what is begun in a request and serves others too. */
export function runWithoutTrace<T>(work: () => T): T {
  return traces.run(undefined, work);
}

export function getCurrentTrace(): Trace | undefined {
  return traces.getStore();
}

/** The id that an acquirer is reported, so that both sides' logs can be laid side by side. */
export function getTraceId(): string | undefined {
  const trace = traces.getStore();
  return trace?.requestId ?? trace?.runId;
}

/** What is learned of a request on its way: the pattern of its route, whose it is. */
export function addTraceFields(fields: Pick<Trace, 'route' | 'accountId' | 'environment'>): void {
  const trace = traces.getStore();
  if (trace) Object.assign(trace, fields);
}
