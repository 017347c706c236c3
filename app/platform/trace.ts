import { AsyncLocalStorage } from 'node:async_hooks';
import type { Environment } from './environment';

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

/** Does work under an id. What it leaves running, such as a timer, goes on under it; see {@link untraced}. */
export function traced<T>(trace: Trace, work: () => T): T {
  return traces.run(trace, work);
}

/** For what is begun in a request and serves others too. */
export function untraced<T>(work: () => T): T {
  return traces.run(undefined, work);
}

export function currentTrace(): Trace | undefined {
  return traces.getStore();
}

/** The id that an acquirer is told, so that both sides' logs can be laid side by side. */
export function traceId(): string | undefined {
  const trace = traces.getStore();
  return trace?.requestId ?? trace?.runId;
}

/** What is learned of a request on its way: the pattern of its route, whose it is. */
export function noteTrace(learned: Pick<Trace, 'route' | 'accountId' | 'environment'>): void {
  const trace = traces.getStore();
  if (trace) Object.assign(trace, learned);
}
