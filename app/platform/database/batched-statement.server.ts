import { singleton } from '~/platform/concurrency/singleton.server';
import { BatchQueue } from './batch-queue';
import { isEmbedded, paymentPool, type Database } from './db.server';
import { queryRows } from './query.server';
import { countBatch, registerGauge } from '~/platform/observability/metrics';

type SqlType = 'text' | 'bigint' | 'integer' | 'timestamptz';

/** Batches of one statement that a process writes at the same time. The embedded database has one connection. */
const writers = singleton('batch-writers', () => (isEmbedded ? 1 : 2));
const maximumSize = 32;

/** SQL states: the database understood the statement and rolled it back because of its data, or a deadlock. */
const rejectedStates = /^(2[123]\w{3}|P0001|40P01|40001)$/;

/** Every statement by its name and its columns, for tests. */
export const batchedStatements = new Map<string, { text: string; columns: Record<string, SqlType> }>();

const queues = new Map<string, { waitingCount: number }>();

registerGauge(
  {
    name: 'tillway_database_batch_waiting',
    help: 'Requests waiting to be written in a batch, by statement.',
    labelNames: ['statement'],
    aggregator: 'sum',
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
  /** What two requests of one batch must not share, such as the payment that both change. */
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
  const keyColumn = toColumn(key);
  const arrays = Object.values(columns).map((type, index) => `$${index + 1}::${type as SqlType}[]`);
  const input = `input as (select * from unnest(${arrays.join(', ')}) as input(${names.map((column) => `"${toColumn(column)}"`).join(', ')}))`;
  const completeText = `with ${input}, ${text}`;
  batchedStatements.set(name, { text: completeText, columns });

  async function write(batch: readonly Values[]): Promise<(Row | undefined)[]> {
    countBatch(name, batch.length);
    const { rows } = await paymentPool.query<Row>({
      name,
      text: completeText,
      values: names.map((column) => batch.map((values) => values[column])),
    });
    const byKey = new Map<unknown, Row>(rows.map((row) => [row[keyColumn as keyof Row], row]));
    return batch.map((values) => byKey.get(values[key]));
  }

  const queue = new BatchQueue<Values, Row>({
    write,
    writers,
    maximumSize,
    maximumWaiting,
    merchantOf: ({ accountId }) => accountId,
    locksOf,
    isRejected: (error) => rejectedStates.test(String((error as { code?: unknown }).code)),
  });

  queues.set(name, queue);

  /** With `db`, it runs in that transaction, alone and unprepared. */
  return async (values: Values, db?: Database): Promise<Row | undefined> => {
    if (!db) return queue.add(values);
    const literals = names.map((column) => toArrayLiteral(values[column]));
    return (await queryRows<Row>({ text: completeText, values: literals }, db))[0];
  };
}

/** An array of one value in PostgreSQL's text format, because Prisma has no arrays with nulls. */
function toArrayLiteral(value: unknown): string {
  return value === null ? '{NULL}' : `{"${String(value).replace(/["\\]/g, '\\$&')}"}`;
}

const toColumn = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
