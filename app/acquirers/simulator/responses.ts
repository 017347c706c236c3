import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './faults';

/** Does the work and sends the response, unless a simulated fault intervenes. */
export async function respondWithFault(
  response: ServerResponse,
  work: () => Promise<object>,
  fault: Fault | undefined,
): Promise<void> {
  const name = fault?.fault;
  if (name === 'cut_before') return void response.destroy();
  if (name === 'error_before') return sendResponse(response, 500, { error: 'fault' });
  if (name === 'delay_before') await sleep(fault!.ms);
  const [result] = await Promise.all(name === 'process_twice' ? [work(), work()] : [work()]);
  if (name === 'delay_after') await sleep(fault!.ms);
  sendSpoilt(response, result!, name);
}

function sendSpoilt(response: ServerResponse, result: object, fault: Fault['fault'] | undefined): void {
  switch (fault) {
    case 'drop_reply':
      return;
    case 'cut_after':
      return void response.destroy();
    case 'error_after':
      return sendResponse(response, 500, { error: 'fault' });
    case 'garbage':
      return void response
        .setHeader('Content-Type', 'application/json')
        .end(JSON.stringify(result).slice(0, -4));
    case 'answer_for_another':
      return sendResponse(response, 200, {
        reference: 'op_another',
        outcome: { kind: 'declined', code: 'do_not_honor' },
      });
    case 'answer_twice': {
      // Sending detaches the socket from the response.
      const socket = response.socket!;
      return sendResponse(response, 200, result, () => socket.write(toRawResponse(JSON.stringify(result))));
    }
    default:
      return sendResponse(response, 200, result);
  }
}

export function sendResponse(
  response: ServerResponse,
  status: number,
  body: object,
  sent?: () => void,
): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body), sent);
}

function toRawResponse(body: string): string {
  return `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
