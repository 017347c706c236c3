import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { ImageError } from './file-types';

type DecodedImage = { width: number; height: number; data: Uint8ClampedArray };

/** Phones take photos of up to 24 megapixels by default. The decoder needs about 12 bytes per pixel. */
const maximumPixels = 25_000_000;

// As text, because the server is a single bundle without a second file to start a thread with.
const workerSource = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { all } = require(workerData.decoder);
  all({ buffer: workerData.bytes }).then(async ([image]) => {
    if (image.width * image.height > workerData.maximumPixels) return parentPort.postMessage('too_many_pixels');
    const { width, height, data } = await image.decode();
    parentPort.postMessage({ width, height, data }, [data.buffer]);
  });
`;

/**
 * Decodes a HEIC image to RGBA, after checking that its size fits in memory. The WebAssembly decoder would
 * block the process. In a thread, it can be stopped and releases its memory.
 */
export async function decodeHeic(bytes: Buffer, seconds: number): Promise<DecodedImage | ImageError> {
  const decoder = createRequire(import.meta.url).resolve('heic-decode');
  const worker = new Worker(workerSource, {
    eval: true,
    workerData: { bytes, decoder, maximumPixels },
    stderr: true,
    stdout: true,
  });
  const timer = setTimeout(() => void worker.terminate(), seconds * 1000);
  try {
    return await new Promise<DecodedImage | ImageError>((resolve) => {
      worker.once('message', resolve);
      worker.once('error', () => resolve('unreadable'));
      worker.once('exit', () => resolve('unreadable'));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
