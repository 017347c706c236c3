import { sha256 } from '@noble/hashes/sha2.js';

/** Short enough that typing never stutters, and that no long task is measured. */
const sliceMs = 8;

/**
 * Computes the proof of work against card testing (payments/card-testing/proof-of-work). Starts when the
 * person turns to the form, in idle moments. `finish` completes it at once.
 */
export function startProofOfWork(form: HTMLFormElement): { isDone: () => boolean; finish: () => void } {
  const ticket = form.elements.namedItem('ticket') as HTMLInputElement;
  const nonce = form.elements.namedItem('nonce') as HTMLInputElement;
  const freeBits = 32 - Number(nonce.dataset.bits);
  const encoder = new TextEncoder();
  // A browser may restore earlier values after a reload.
  nonce.value = '';
  let candidate = 0;

  function searchUntil(deadline: number): boolean {
    while (!nonce.value && performance.now() < deadline) {
      const digest = sha256(encoder.encode(`${ticket.value}:${candidate}`));
      if (new DataView(digest.buffer).getUint32(0) < 2 ** freeBits) nonce.value = String(candidate);
      candidate++;
    }
    return nonce.value !== '';
  }

  const runSlice = () => {
    if (!searchUntil(performance.now() + sliceMs)) setTimeout(runSlice, sliceMs);
  };
  form.addEventListener('focusin', runSlice, { once: true });
  return { isDone: () => nonce.value !== '', finish: () => void searchUntil(Infinity) };
}
