import { singleton } from '~/platform/concurrency/singleton.server';
import { toArrayLiteral } from './array-literal';
import { BatchQueue } from './batch-queue';
import { isEmbedded, paymentPool, type Database } from './db.server';
import { retryDeadlocks } from './deadlocks';
import { queryRows } from './query.server';
import { toColumnName } from './statement.server';
import { isDatabaseUnavailable } from './unavailability';
import { countBatch, registerGauge } from '~/platform/observability/metrics';

type SqlType = 'text' | 'bigint' | 'integer' | 'boolean' | 'timestamptz';
type Value = string | number | boolean | Date | null | undefined;

/**
 * Batches of one statement that a process writes at the same time. The embedded database has one connection. A test of
 * crashes changes it.
 */
const writers = singleton('batch-writers', () => (isEmbedded ? 1 : 2));
const maximumSize = 32;

/**
 * Whether the server reported an error of the statement, which it has then rolled back. When the connection or the
 * server ended, the outcome is open.
 */
function isRejected(error: unknown): boolean {
  const { severity, code } = error as { severity?: unknown; code?: unknown };
  // One locked row, which is unavailable, doesn't hold up the other requests of its batch.
  if (code === '55P03') return true;
  return severity !== undefined && !isDatabaseUnavailable(error) && !/^(57P|28|3D)/.test(String(code));
}

/** Every statement by its name and its columns, for tests. */
export const batchedStatements = new Map<string, { text: string; columns: Record<string, SqlType> }>();

const queues = new Map<string, { waitingCount: number }>();

registerGauge(
  {
    name: 'tillway_database_batch_waiting',
    help: 'Requests waiting to be written in a batch, by statement.',
    labelNames: ['statement'],
    of: 'process',
  },
  async () =>
    [...queues].map(([statement, { waitingCount }]) => ({ labels: { statement }, value: waitingCount })),
);

type BatchedStatement<Values> = {
  name: string;
  /** The value that identifies a request. A returned row has it too. */
  key?: keyof Values & string;
  /** The type of each value that the text uses. They are the columns of `input`, in snake case. */
  columns: { [Name in Exclude<keyof Values & string, 'accountId'>]: SqlType } & { accountId?: 'text' };
  /** Reads from `input`, locks rows in the order of their IDs, and returns rows with the key. */
  text: string;
  /** What no two requests share that are written at the same time, such as the payment that both change. */
  locksOf?: (values: Values) => readonly string[];
  /** How many requests may wait. */
  maximumWaiting?: number;
};

/**
 * A prepared statement for the requests of many clients at once (docs/decisions/0042). Each gets its own row, or
 * undefined if the statement returned none for it.
 * @throws QueueFullError, or the database's error about this request
 */
export function defineBatchedStatement<Values extends { accountId: string }, Row extends object>({
  name,
  key = 'operationId' as keyof Values & string,
  columns,
  text,
  locksOf = () => [],
  maximumWaiting = Infinity,
}: BatchedStatement<Values>) {
  const names = Object.keys(columns) as (keyof Values & string)[];
  const keyColumn = toColumnName(key);
  const arrays = Object.values(columns).map((type, index) => `$${index + 1}::${type as SqlType}[]`);
  const input = `input as (select * from unnest(${arrays.join(', ')}) as input(${names.map((column) => `"${toColumnName(column)}"`).join(', ')}))`;
  const completeText = `with ${input}, ${text}`;
  batchedStatements.set(name, { text: completeText, columns });

  async function write(batch: readonly Values[]): Promise<(Row | undefined)[]> {
    countBatch(name, batch.length);
    const values = names.map((column) => toArrayLiteral(batch.map((request) => request[column] as Value)));
    const { rows } = await retryDeadlocks(() => paymentPool.query<Row>({ name, text: completeText, values }));
    const byKey = new Map<unknown, Row>(rows.map((row) => [row[keyColumn as keyof Row], row]));
    return batch.map((values) => byKey.get(values[key]));
  }

  const queue = new BatchQueue<Values, Row>({
    write,
    writers,
    maximumSize,
    maximumWaiting,
    // One merchant leaves room for others.
    maximumWaitingPerMerchant: maximumWaiting / 2,
    merchantOf: ({ accountId }) => accountId,
    locksOf,
    isRejected,
  });

  queues.set(name, queue);

  /** With `db`, it runs in that transaction, alone and unprepared. */
  return async (values: Values, db?: Database): Promise<Row | undefined> => {
    if (!db) return queue.add(values);
    const literals = names.map((column) => toArrayLiteral([values[column] as Value]));
    return (await queryRows<Row>({ text: completeText, values: literals }, db))[0];
  };
}
