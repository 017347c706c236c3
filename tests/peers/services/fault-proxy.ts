import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * What the proxy does to the data that passes through. It cuts the connection, or drops data while the
 * connection stays open; of a response, all of it or the second half.
 */
export const networkFaults = [
  'cut_request',
  'lose_request',
  'cut_answer',
  'lose_answer',
  'halve_answer',
  'double_answer',
  'delay_answer',
] as const;
export type NetworkFault = (typeof networkFaults)[number];

export type FaultProxy = {
  port: number;
  setFault(fault: NetworkFault | null): void;
  stop(): Promise<void>;
};

/**
 * A connection between two processes that can be disturbed while they communicate. `delayMs` is for
 * delay_answer.
 */
export async function startFaultProxy(target: number, delayMs: number): Promise<FaultProxy> {
  const open = new Set<Socket>();
  let fault: NetworkFault | null = null;
  const server = createServer((clientSocket) => {
    const targetSocket = connect(target, '127.0.0.1');
    const cut = () => void (clientSocket.destroy(), targetSocket.destroy());
    for (const socket of [clientSocket, targetSocket]) {
      open.add(socket);
      socket.on('error', cut).on('close', () => (open.delete(socket), cut()));
    }
    clientSocket.on('data', (bytes) => {
      if (fault === 'cut_request') cut();
      else if (fault !== 'lose_request') targetSocket.write(bytes);
    });
    targetSocket.on('data', (bytes) => {
      if (fault === 'cut_answer') cut();
      else forward(clientSocket, bytes, fault);
    });
  });

  function forward(clientSocket: Socket, bytes: Buffer, how: NetworkFault | null): void {
    if (how === 'lose_answer') return;
    if (how === 'delay_answer')
      return void setTimeout(() => clientSocket.writable && clientSocket.write(bytes), delayMs);
    clientSocket.write(how === 'halve_answer' ? bytes.subarray(0, bytes.length / 2) : bytes);
    if (how === 'double_answer') clientSocket.write(bytes);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    setFault: (next) => void (fault = next),
    stop() {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => void server.close(() => resolve()));
    },
  };
}
