import { QueueFullError } from './batch-queue';

/**
 * SQL states: connection failures, exhausted resources, a locked row, a shutdown, a startup, a standby without writes,
 * and the server's own failures, which a full disk causes, too.
 */
const unavailableStates = /^(08\w{3}|53\w{3}|55P03|57P0[1-3]|58\w{3}|25006|XX\w{3})$/;

const socketErrors =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;

/** Prisma: no connection, a closed one, too many, a timeout, or no transaction within the waiting time. */
const prismaErrors =
  /^(P1001|P1002|P1008|P1017|P2024|P2028|P2037|DatabaseNotReachable|ConnectionClosed|SocketTimeout)$/;

/** The driver's own errors have no code. */
const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (has encountered a connection error|was closed))/;

/**
 * Whether a statement failed, on the pool or through Prisma, because the database couldn't be reached, stopped
 * before it answered, or has too much to do. Except for QueueFullError, the statement may have taken effect.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof QueueFullError) return true;
  const { code, meta } = error as { code?: unknown; meta?: { driverAdapterError?: { cause?: object } } };
  const cause: { originalCode?: unknown; kind?: unknown } = meta?.driverAdapterError?.cause ?? {};
  const codes = [code, cause.originalCode, cause.kind].filter((one) => typeof one === 'string');
  return (
    codes.some((one) =>
      [unavailableStates, socketErrors, prismaErrors].some((pattern) => pattern.test(one)),
    ) || driverMessages.test(error.message)
  );
}
