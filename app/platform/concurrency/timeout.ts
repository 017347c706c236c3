/** What was waited for did not come in the time it was given, or the wait was called off. */
export class OperationTimeoutError extends Error {}

/**
 * Waits for work no longer than so many milliseconds, or until `stopping`; its signal then tells the work that no one waits
 * any more. A request was seen to hang on after such a signal, so the wait ends whatever becomes of the work.
 * @throws NotInTime, or what the work throws
 */
export async function withTimeout<T>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
  stopping?: AbortSignal,
): Promise<T> {
  const abortController = new AbortController();
  let expire!: () => void;
  const timeout = new Promise<never>((_, reject) => {
    expire = () => (reject(new OperationTimeoutError('no answer in time')), abortController.abort());
  });
  const timer = setTimeout(expire, milliseconds);
  stopping?.addEventListener('abort', expire);
  if (stopping?.aborted) expire();
  try {
    return await Promise.race([work(abortController.signal), timeout]);
  } finally {
    clearTimeout(timer);
    stopping?.removeEventListener('abort', expire);
  }
}
