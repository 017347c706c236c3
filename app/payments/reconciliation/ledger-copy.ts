import type { Statement } from '~/acquirers/acquirer';
import { config } from '~/platform/config/config.server';
import { executeQuery } from '~/platform/database/query.server';
import type { LedgerConnection } from '~/payments/connections/connections';
import { groupEntries, statementPageSize, toRow } from './acquirer-statements';

const storePage = `
  insert into audited_entries (audit_id, connection_id, environment, reference, kind, "authorization", amount, currency, approved, occurrences)
  select $1, $2, $3, reference, kind, authorization_reference, amount, currency, approved, occurrences from (${groupEntries('$4')}) as given
  on conflict (audit_id, connection_id, reference, kind) do update set approved = audited_entries.approved or excluded.approved,
    occurrences = audited_entries.occurrences + excluded.occurrences`;

/**
 * Copies an acquirer's ledger from the start, for an audit. The imported entries aren't used, because someone who
 * changes our records can change those as well.
 * @param onPage receives the number of entries of each page
 * @throws an error that staff can read
 */
export async function copyLedger({
  auditId,
  connection: { id: connectionId, environment, name, acquirer },
  stopping,
  onPage,
}: {
  auditId: string;
  connection: LedgerConnection;
  stopping?: AbortSignal;
  onPage: (count: number) => Promise<unknown>;
}): Promise<void> {
  for (let position: string | null = null; ;) {
    stopping?.throwIfAborted();
    const { entries, next }: Statement = await acquirer
      .readStatement(position, statementPageSize, AbortSignal.timeout(config.acquirerTimeoutMs))
      .catch((error: Error) => {
        throw new Error(`The ledger of ${name} can’t be read: ${error.message}`, { cause: error });
      });
    await executeQuery({
      text: storePage,
      values: [auditId, connectionId, environment, JSON.stringify(entries.map(toRow))],
    });
    await onPage(entries.length);
    // A page that isn't full is the end.
    if (entries.length < statementPageSize) return;
    position = next;
  }
}
