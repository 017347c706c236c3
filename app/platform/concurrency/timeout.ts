/** The work took too long, or the wait was canceled. */
export class OperationTimeoutError extends Error {}

/**
 * Waits for work at most the given milliseconds, or until `stopping`. Its signal then aborts the work. The
 * wait ends even if the work ignores the signal, as one HTTP client did.
 * @throws NotInTime, or the work's error
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
