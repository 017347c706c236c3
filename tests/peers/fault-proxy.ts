import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * What the proxy does to the bytes that pass. A connection is cut, or bytes are lost while it stays open; of an answer all,
 * or the second half.
 */
export type Disturbance =
  | 'cut_request'
  | 'lose_request'
  | 'cut_answer'
  | 'lose_answer'
  | 'halve_answer'
  | 'double_answer'
  | 'delay_answer';

export type FaultProxy = {
  port: number;
  disturb(disturbance: Disturbance | null): void;
  stop(): Promise<void>;
};

/** A line between two processes, which can be disturbed while they speak. `delayMs` is for delay_answer. */
export async function startFaultProxy(target: number, delayMs: number): Promise<FaultProxy> {
  const open = new Set<Socket>();
  let disturbance: Disturbance | null = null;
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    const cut = () => void (near.destroy(), far.destroy());
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', cut).on('close', () => (open.delete(socket), cut()));
    }
    near.on('data', (bytes) => {
      if (disturbance === 'cut_request') cut();
      else if (disturbance !== 'lose_request') far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (disturbance === 'cut_answer') cut();
      else pass(near, bytes, disturbance);
    });
  });

  function pass(near: Socket, bytes: Buffer, how: Disturbance | null): void {
    if (how === 'lose_answer') return;
    if (how === 'delay_answer') return void setTimeout(() => near.writable && near.write(bytes), delayMs);
    near.write(how === 'halve_answer' ? bytes.subarray(0, bytes.length / 2) : bytes);
    if (how === 'double_answer') near.write(bytes);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    disturb: (next) => void (disturbance = next),
    stop() {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => void server.close(() => resolve()));
    },
  };
}
