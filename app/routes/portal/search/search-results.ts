import { findApiRequest } from '~/merchants/api-requests/request-list';
import { listRolePermissions } from '~/merchants/team/members';
import { listMerchantPayouts } from '~/payments/payouts/payout-list';
import { buildListPath, parseFilter, type ListFilter } from '~/payments/reporting/transaction-filter';
import { findUnattemptedIntent } from '~/payments/checkout/unattempted-intents';
import { findPaymentLink } from '~/payments/payment-links/payment-links';
import { listTransactions } from '~/payments/reporting/transaction-list';
import { isId } from '~/platform/ids';
import { parseSearchedAmount } from '~/platform/money/amount-input';
import type { ApiDocument } from '~/platform/api-description/openapi-document';
import { findEndpoint } from '~/webhooks/endpoints/endpoints';
import { findDeliveriesById } from '~/webhooks/deliveries/delivery-log';
import { searchDocs } from '../../docs/search/search-index.server';
import { listTerms } from '../../docs/search/search-query';
import type { MerchantMember } from '../../guards';
import { getVisibleUrl } from '../webhooks/endpoint-key';
import { findPages } from './search-pages';

const maximumTransactions = 5;
const maximumPayouts = 3;
const maximumPages = 5;
const maximumDocs = 4;

/** Refunds and chargebacks share the order number of their payment, and are newer. */
async function listPaymentsFirst(
  list: Pick<Parameters<typeof listTransactions>[0], 'accountId' | 'environment'> & { filter: ListFilter },
) {
  const [payments, others] = await Promise.all(
    ([['PAYMENT'], ['REFUND', 'CHARGEBACK']] as const).map((type) =>
      listTransactions({ ...list, filter: { ...list.filter, type: [...type] }, limit: maximumTransactions }),
    ),
  );
  return [...payments!.transactions, ...others!.transactions].slice(0, maximumTransactions);
}

/** A reference, ID, email address, or amount, rather than words that describe a page. */
const isReferenceOrAmount = (query: string): boolean =>
  (!/\s/.test(query) && /@|\d\D*\d/.test(query)) || parseSearchedAmount(query).length > 0;

/**
 * Transactions, intents, payouts, a payment link, a webhook endpoint, webhook deliveries, an API request, pages, and docs
 * that match a query. Without one, the main pages.
 */
export async function searchPortal(
  { account, environment, role }: MerchantMember,
  query: string,
  { isSupportSession, apiDocument }: { isSupportSession: boolean; apiDocument: ApiDocument },
) {
  const terms = listTerms(query);
  const { filter } = parseFilter(new URLSearchParams({ search: query }));
  const transactions = filter.search
    ? await listPaymentsFirst({ accountId: account.id, environment, filter })
    : [];
  // An intent without an attempt has no transaction. The list shows it in place of one.
  const intent =
    filter.search && !transactions.length
      ? await findUnattemptedIntent({ accountId: account.id, environment, named: filter.search })
      : null;
  const permissions = listRolePermissions(role);
  const payouts =
    filter.search && permissions.includes('transactions_view')
      ? (
          await listMerchantPayouts({
            ...{ accountId: account.id, environment },
            ...{ filter: { search: filter.search }, limit: maximumPayouts },
          })
        ).payouts
      : [];
  const id = query.trim().toLowerCase();
  const link =
    isId('plink', id) && permissions.includes('transactions_view')
      ? await findPaymentLink({ accountId: account.id, environment, id })
      : null;
  const isDeveloper = permissions.includes('developer_view');
  const request =
    isDeveloper && isId('req', id) ? await findApiRequest({ accountId: account.id, environment, id }) : null;
  const deliveries =
    isDeveloper && (isId('evt', id) || isId('dlv', id))
      ? await findDeliveriesById({ accountId: account.id, environment, id })
      : [];
  const endpoint =
    isDeveloper && isId('hook', id) ? await findEndpoint({ accountId: account.id, environment, id }) : null;
  const pages = findPages(terms, { permissions, isSupportSession });
  const hasRecords =
    transactions.length + payouts.length + deliveries.length > 0 ||
    [intent, link, endpoint, request].some((record) => record !== null);
  return {
    query,
    transactions,
    intent: intent && { amount: intent.amount, currency: intent.currency, createdAt: intent.createdAt },
    payouts,
    request: request && {
      id: request.id,
      method: request.method,
      path: request.path,
      status: request.status,
      createdAt: request.createdAt,
    },
    links: link ? [{ to: `/payment-links/${link.id}`, title: link.name }] : [],
    endpoints: endpoint
      ? [{ to: `/developers/webhooks/${endpoint.id}`, title: getVisibleUrl({ role }, endpoint.url) }]
      : [],
    deliveries: deliveries.map((delivery) => ({ ...delivery, url: getVisibleUrl({ role }, delivery.url) })),
    hasRecords,
    isUnmatched: isReferenceOrAmount(query) && !hasRecords,
    searchedEnvironment: account.mode === 'live' ? environment : null,
    allTransactions: filter.search ? buildListPath(filter) : null,
    pages: terms.length ? pages.slice(0, maximumPages) : pages,
    docs: searchDocs(apiDocument, query, maximumDocs).map(({ path, page, section }) => ({
      to: path,
      title: section || page,
      description: section && page,
    })),
  };
}
