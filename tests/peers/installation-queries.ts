import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

export type RunQuery = <Row = Record<string, unknown>>(text: string, values?: unknown[]) => Promise<Row[]>;

/**
 * Reads an installation's database. Without a URL, it is the embedded one in `dataDir`, which no server may be using.
 */
export async function queryDatabase<T>(
  url: string | undefined,
  dataDir: string,
  run: (runQuery: RunQuery) => Promise<T>,
): Promise<T> {
  if (!url) {
    const lite = await PGlite.create(join(dataDir, 'database'));
    try {
      return await run(
        async <Row>(text: string, values?: unknown[]) => (await lite.query<Row>(text, values)).rows,
      );
    } finally {
      await lite.close();
    }
  }
  const client = new pg.Client(url);
  // A lost connection also fails the query.
  client.on('error', () => {});
  await client.connect();
  try {
    return await run(
      async <Row>(text: string, values?: unknown[]) => (await client.query(text, values)).rows as Row[],
    );
  } finally {
    await client.end();
  }
}
