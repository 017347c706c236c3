/** What was waited for did not come in the time it was given, or the wait was called off. */
export class NotInTime extends Error {}

/**
 * Waits for work no longer than so many milliseconds, or until `stopping`; its signal then tells the work that nobody waits
 * any more. A request was seen to hang on after such a signal, so the wait ends whatever becomes of the work.
 * @throws NotInTime, or what the work throws
 */
export async function inTime<T>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
  stopping?: AbortSignal,
): Promise<T> {
  const patience = new AbortController();
  let giveUp!: () => void;
  const late = new Promise<never>((_, reject) => {
    giveUp = () => (reject(new NotInTime('no answer in time')), patience.abort());
  });
  const timer = setTimeout(giveUp, milliseconds);
  stopping?.addEventListener('abort', giveUp);
  if (stopping?.aborted) giveUp();
  try {
    return await Promise.race([work(patience.signal), late]);
  } finally {
    clearTimeout(timer);
    stopping?.removeEventListener('abort', giveUp);
  }
}
