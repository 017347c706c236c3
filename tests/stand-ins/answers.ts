import type { ServerResponse } from 'node:http';
import type { Fault } from './faults';

export type Answer = { status: number; body: string; headers?: Record<string, string> };

/** Sends an answer, unless a fault spoils it. */
export function sendAnswer(
  response: ServerResponse,
  { status, body, headers: own }: Answer,
  fault: Fault | undefined,
  headers: Record<string, string>,
): void {
  const text = spoil(body, fault);
  const bytes = Buffer.from(text);
  response.writeHead(fault?.fault === 'foreign_json' ? fault.status : status, {
    'Content-Type': 'application/json',
    'Content-Length': bytes.length,
    ...headers,
    ...own,
  });
  if (fault?.fault !== 'cut') return void response.end(bytes);
  const { socket } = response;
  if (fault.bytes === 0) response.flushHeaders();
  response.write(bytes.subarray(0, fault.bytes), () => socket?.destroy());
}

function spoil(body: string, fault: Fault | undefined): string {
  if (fault?.fault === 'invalid_json') return `${body.slice(0, -4)},,`;
  if (fault?.fault === 'foreign_json') return '{"status":"succeeded"}';
  if (fault?.fault !== 'unknown_status') return body;
  const answer = JSON.parse(body) as { status?: unknown; resultCode?: unknown };
  // Adyen's payments have a result code. In its errors, `status` is the number of the HTTP status.
  const name = answer.resultCode === undefined ? 'status' : 'resultCode';
  return JSON.stringify(typeof answer[name] === 'string' ? { ...answer, [name]: fault.status } : answer);
}
