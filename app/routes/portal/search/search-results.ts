import { listRolePermissions } from '~/merchants/team/members';
import { buildListPath, parseFilter } from '~/payments/reporting/transaction-filter';
import { listTransactions } from '~/payments/reporting/transaction-list';
import type { ApiDocument } from '~/platform/api-description/openapi-document';
import { searchDocs } from '../../docs/search/search-index.server';
import { listTerms } from '../../docs/search/search-query';
import type { MerchantMember } from '../../guards';
import { findPages } from './search-pages';

const maximumTransactions = 5;
const maximumPages = 5;
const maximumDocs = 4;

/** Transactions, pages, and docs that match a query. Without a query, the main pages. */
export async function searchPortal(
  { account, environment, role }: MerchantMember,
  query: string,
  { isSupportSession, apiDocument }: { isSupportSession: boolean; apiDocument: ApiDocument },
) {
  const terms = listTerms(query);
  const { filter } = parseFilter(new URLSearchParams({ search: query }));
  const { transactions } = filter.search
    ? await listTransactions({ accountId: account.id, environment, filter, limit: maximumTransactions })
    : { transactions: [] };
  const pages = findPages(terms, { permissions: listRolePermissions(role), isSupportSession });
  return {
    query,
    transactions,
    allTransactions: filter.search ? buildListPath(filter) : null,
    pages: terms.length ? pages.slice(0, maximumPages) : pages,
    docs: searchDocs(apiDocument, query)
      .slice(0, maximumDocs)
      .map(({ path, page, section }) => ({ to: path, title: section || page, description: section && page })),
  };
}
