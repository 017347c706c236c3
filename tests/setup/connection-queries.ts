import pg from 'pg';

type ConnectionState = { _getActiveQuery(): unknown; _queryQueue: unknown[] };
type Query = (this: ConnectionState, ...input: unknown[]) => unknown;

const prototype = pg.Client.prototype as unknown as { query: Query; isChecked?: boolean };

// A connection runs one query at a time. pg queues others with a warning, and its next major version rejects them.
if (!prototype.isChecked) {
  const runQuery = prototype.query;
  prototype.query = function (...input) {
    if (this._getActiveQuery() || this._queryQueue.length)
      throw new Error('A query on a connection that runs another one. Run them one after the other');
    return runQuery.apply(this, input);
  };
  prototype.isChecked = true;
}
