import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { World } from '../world';

const run = promisify(execFile);

export type Call = 'authorize' | 'capture' | 'refund' | 'get';
export type Load = {
  requests: number;
  perSecond: number;
  refused: number;
  p50Ms: number;
  p99Ms: number;
  p999Ms: number;
};

/** Sends one kind of call from many clients for some seconds, or until its IDs are used up. */
export async function sendLoad(
  { server, token }: World,
  call: Call,
  { ids = [], clients, seconds }: { ids?: string[]; clients: number; seconds: number },
): Promise<Load> {
  const threads = Math.min(2, clients);
  const file = `/tmp/tillway-bench-ids-${process.pid}`;
  writeFileSync(file, ids.join('\n') + '\n');
  const env = {
    PATH: process.env.PATH,
    TOKEN: token,
    CALL: call,
    IDS: file,
    THREADS: String(threads),
    RUN: String(Date.now()),
  } as unknown as NodeJS.ProcessEnv;
  const { stdout } = await run(
    'wrk',
    [
      '-t',
      String(threads),
      '-c',
      String(clients),
      '-d',
      `${seconds}s`,
      '-s',
      'bench/load/pay.lua',
      server.origin,
    ],
    { env },
  );
  const report = JSON.parse(stdout.trim().split('\n').at(-1)!) as {
    requests: number;
    microseconds: number;
    refused: number;
    p50: number;
    p99: number;
    p999: number;
  };
  return {
    requests: report.requests,
    perSecond: report.requests / (report.microseconds / 1e6),
    refused: report.refused,
    p50Ms: report.p50 / 1000,
    p99Ms: report.p99 / 1000,
    p999Ms: report.p999 / 1000,
  };
}
