import { connect } from 'node:net';

const timeoutMs = 60_000;
const chunkBytes = 64 * 1024;

/**
 * Scans a file with ClamAV, if configured. The INSTREAM command sends the content over the socket, so that
 * ClamAV needs no file access.
 * @throws when clamd doesn't respond, or responds anything but clean or infected
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

/** Chunks with length prefixes, and a zero length at the end (clamd's manual, INSTREAM). */
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
