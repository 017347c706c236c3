import { createServer, type AddressInfo, type Socket } from 'node:net';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { PrismaClient } from '~/platform/prisma/client';
import { prisma } from './db.server';
import { queryRows } from './query.server';
import { isDatabaseUnavailable } from './unavailability';

const catchError = (work: Promise<unknown>) => work.catch((error: unknown) => error);

/** A server's error message in PostgreSQL's protocol. */
function buildErrorMessage(state: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${state}\0Mtest\0\0`);
  const header = Buffer.from('E....');
  header.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([header, fields]);
}

const rejectWith = (state: string) => (socket: Socket) =>
  socket.once('data', () => socket.end(buildErrorMessage(state)));

/** The errors of a query on a pool, and of a model, a raw, and a transaction query in Prisma. */
async function failQueries(accept: ((socket: Socket) => void) | null): Promise<unknown[]> {
  const server = createServer((socket) => {
    // The driver may disconnect first.
    socket.on('error', () => {});
    accept?.(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  if (accept) onTestFinished(() => void server.close());
  else await new Promise((resolve) => server.close(resolve));
  const pool = new pg.Pool({ host: '127.0.0.1', port, user: 'none', connectionTimeoutMillis: 100 });
  onTestFinished(() => pool.end());
  const client = new PrismaClient({ adapter: new PrismaPg(pool) });
  return [
    await catchError(pool.query('select 1')),
    await catchError(client.account.findMany()),
    await catchError(client.$queryRaw`select 1`),
    await catchError(client.$transaction((db) => db.account.findMany())),
  ];
}

test.each<[string, ((socket: Socket) => void) | null]>([
  ['refuses connections', null],
  ['closes connections', (socket) => socket.end()],
  ['resets connections', (socket) => socket.resetAndDestroy()],
  ["doesn't answer", () => {}],
  ['starts up', rejectWith('57P03')],
  ['shuts down', rejectWith('57P01')],
  ['has too many connections', rejectWith('53300')],
  ['fails to write a file', rejectWith('58030')],
  ['fails internally', rejectWith('XX000')],
])('a database that %s is unavailable', async (_, accept) => {
  const errors = await failQueries(accept);
  expect(errors.map((error) => error instanceof Error && isDatabaseUnavailable(error))).toEqual(
    errors.map(() => true),
  );
});

test('a database that rejects a statement is available', async () => {
  const errors = [
    await catchError(queryRows({ text: 'select 1 / 0' })),
    await catchError(prisma.$queryRaw`select 1 / 0`),
    await catchError(prisma.account.findUniqueOrThrow({ where: { id: 'unknown' } })),
  ];
  for (const error of errors) expect(error).toBeInstanceOf(Error);
  expect(errors.map(isDatabaseUnavailable)).toEqual([false, false, false]);
});

test.each<unknown>([undefined, null, 'ECONNREFUSED', { code: 'ECONNREFUSED' }, new Error('ECONNREFUSED')])(
  "%s doesn't say that the database is unavailable",
  (error) => expect(isDatabaseUnavailable(error)).toBe(false),
);
