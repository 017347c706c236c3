import { connect } from 'node:net';

const timeoutMs = 60_000;
const chunkBytes = 64 * 1024;

/**
 * Shows a file to ClamAV, where there is one: its INSTREAM command takes the bytes over the socket, so
 * that it needs no right to read anything of ours.
 * @throws when clamd does not answer, or answers anything but yes and no
 */
export async function scanForViruses(
  bytes: Buffer,
  socketPath: string | undefined,
): Promise<'clean' | 'infected' | 'not_scanned'> {
  if (!socketPath) return 'not_scanned';
  const scanReply = await requestScan(bytes, socketPath);
  if (scanReply === 'stream: OK') return 'clean';
  if (/^stream: .+ FOUND$/.test(scanReply)) return 'infected';
  throw new Error('the virus scanner gave no result');
}

/** Chunks with their lengths before them, and a length of zero at the end (clamd's manual, INSTREAM). */
function requestScan(bytes: Buffer, socketPath: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(socketPath, () => {
      socket.write('zINSTREAM\0');
      for (let at = 0; at < bytes.length; at += chunkBytes) {
        const chunk = bytes.subarray(at, at + chunkBytes);
        socket.write(encodeLength(chunk.length));
        socket.write(chunk);
      }
      socket.write(encodeLength(0));
    });
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('the virus scanner took too long')));
    socket.setEncoding('utf8').on('data', (text: string) => (received = (received + text).slice(0, 1_000)));
    socket.on('error', reject);
    socket.on('close', () => resolve(received.replace(/\0.*/s, '')));
  });
}

function encodeLength(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}
