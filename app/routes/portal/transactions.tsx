import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ArrowLeftRight, Download, SearchX } from 'lucide-react';
import { useMemo } from 'react';
import { hasPermission } from '~/merchants/team/members';
import { parseFilter } from '~/payments/reporting/transaction-filter';
import { buildListUrl, readQueryParts } from '~/platform/lists/list-url';
import { Banner } from '~/ui/layout/banner';
import { useSupportSession } from '~/ui/layout/brand';
import { ButtonLink } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { EmptyState } from '~/ui/layout/empty-state';
import { ErrorSummary, toSummaryErrors } from '~/ui/forms/error-summary';
import { FilterResult } from '~/ui/forms/filter-result';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { Pagination } from '~/ui/content/pagination';
import { TransactionTable } from '~/ui/transactions/transaction-table';
import { requireMerchant } from '../guards';
import { CardNumberBanner } from './search/card-number-banner';
import { ActiveFilters } from './transactions/active-filters';
import { ChooseColumns, tooManyColumnsMessage } from './transactions/choose-columns';
import { TransactionFilterForm } from './transactions/filter-form';
import { readListPage } from './transactions/list-page';
import { describeTransactionCount } from './transactions/list-result';
import { SaveView } from './transactions/save-view';
import { findExcessiveColumns, readColumnChoice } from './transactions/column-choice';
import { SearchInterpretations } from './transactions/search-interpretations';
import { UnattemptedIntentCard } from './transactions/unattempted-intent';
import { ViewsBar } from './transactions/views-bar';

const path = '/transactions';

export const meta = pageTitle('Transactions');

export async function loader({ request }: LoaderFunctionArgs) {
  const merchant = await requireMerchant(request, 'transactions_view');
  const query = new URL(request.url).searchParams;
  // Removed from the URL and the browser's history, too, because proxies would log it.
  if (parseFilter(query).cardNumber) return redirect('/transactions?refused=card_number');
  // Empty fields are removed from the URL.
  if ([...query.values()].includes('')) return redirect(buildListUrl(path, readQueryParts(query)));
  const flashMessages = (['saved', 'changed', 'deleted'] as const).find((name) => query.get('view') === name);
  return {
    ...(await readListPage(merchant, query)),
    developer: hasPermission(merchant.role, 'developer_view'),
    mayCreateLinks: hasPermission(merchant.role, 'transactions_change'),
    columns: readColumnChoice(request, merchant.user.id),
    rejectedColumns: findExcessiveColumns(query.get('columns')?.split('.') ?? []),
    // Flash messages are shown once.
    here: buildListUrl(path, { ...readQueryParts(query), view: null, refused: null, columns: null }),
    cardNumber: query.get('refused') === 'card_number',
    flashMessage: flashMessages,
  };
}

export default function Transactions() {
  const {
    transactions,
    total,
    older,
    newer,
    unattemptedIntent: unattemptedIntent,
    isValid,
    form,
    filtered,
    query,
    chips,
    meanings,
    views,
    paged,
    isOldestFirst,
    otherOrder,
    developer,
    mayCreateLinks,
    columns,
    rejectedColumns,
    here,
    cardNumber,
    flashMessage: flashMessages,
  } = useLoaderData<typeof loader>();
  const errors = useMemo(
    () => toSummaryErrors({ ...form.problems, ...(rejectedColumns && { columns: tooManyColumnsMessage }) }),
    [form.problems, rejectedColumns],
  );
  const next = isOldestFirst ? newer : older;
  const inSupportSession = useSupportSession() !== undefined;
  const searchable = filtered || paged || errors.length > 0 || transactions.length > 0;
  return (
    <>
      <PageHeader
        title="Transactions"
        action={
          transactions.length > 0 &&
          (inSupportSession ? (
            <p className="text-ink-soft">Exports are unavailable in a support session</p>
          ) : (
            <ButtonLink
              to={`/transactions/export${query && `?${query}`}`}
              reloadDocument
              download
              variant="secondary"
              size="small"
            >
              <Download size={18} aria-hidden="true" />
              Download as CSV
            </ButtonLink>
          ))
        }
      />
      <ErrorSummary errors={errors} />
      {flashMessages && (
        <div className="mb-6">
          <Banner
            tone="positive"
            title={{ saved: 'View saved', changed: 'View changed', deleted: 'View deleted' }[flashMessages]}
            announced
          />
        </div>
      )}
      {cardNumber && <CardNumberBanner />}
      {searchable && <ViewsBar views={views} />}
      {(searchable || cardNumber) && (
        <div key={`${here} ${rejectedColumns?.join() ?? ''}`} className="relative mb-3 flex flex-wrap gap-2">
          <TransactionFilterForm {...form} />
          {!inSupportSession && (
            <>
              <ChooseColumns columns={columns} rejected={rejectedColumns} returnTo={here} />
              {isValid && filtered && <SaveView query={query} />}
            </>
          )}
        </div>
      )}
      <ActiveFilters chips={chips} />
      <SearchInterpretations input={form.input.search ?? ''} meanings={meanings} />
      <FilterResult filter={here} className={total?.count ? 'mb-3 text-sm text-ink-soft' : 'sr-only'}>
        {describeTransactionCount(
          total,
          isValid ? { count: transactions.length, isFirst: !paged, isLast: !next } : null,
        )}
      </FilterResult>
      {!isValid ? null : transactions.length ? (
        <Panel padding="small">
          <TransactionTable
            caption={`Transactions, ${isOldestFirst ? 'oldest' : 'newest'} first`}
            transactions={transactions}
            columns={columns}
            sort={{ direction: isOldestFirst ? 'ascending' : 'descending', to: otherOrder }}
          />
        </Panel>
      ) : unattemptedIntent ? (
        <UnattemptedIntentCard intent={unattemptedIntent} />
      ) : next ? (
        <EmptyState
          icon={SearchX}
          title="No results yet"
          action={<ButtonLink to={next}>Search {isOldestFirst ? 'newer' : 'older'} transactions</ButtonLink>}
        >
          {isOldestFirst ? 'Newer' : 'Older'} transactions haven’t been searched yet. Narrow the search or
          choose dates to find them faster.
        </EmptyState>
      ) : filtered || paged ? (
        <EmptyState
          icon={SearchX}
          title={paged ? 'No more transactions' : 'No results'}
          action={
            <ButtonLink to="/transactions" variant="secondary">
              Show all transactions
            </ButtonLink>
          }
        >
          {meanings.length
            ? 'No transaction matches. Enter complete references and IDs. Names and dates aren’t searched.'
            : 'No transaction matches these filters.'}
        </EmptyState>
      ) : (
        <EmptyState
          icon={ArrowLeftRight}
          title="No transactions yet"
          action={
            (mayCreateLinks || developer) && (
              <span className="flex flex-wrap justify-center gap-3">
                {mayCreateLinks && <ButtonLink to="/payment-links/new">New payment link</ButtonLink>}
                {developer && (
                  <ButtonLink to="/developers" variant={mayCreateLinks ? 'secondary' : 'primary'}>
                    Open Developers
                  </ButtonLink>
                )}
              </span>
            )
          }
        >
          Your payments and refunds appear here.
          {mayCreateLinks && ' No website or developer? Send a payment link.'}
          {developer && ' The Developers page shows how to use the API.'}
        </EmptyState>
      )}
      <Pagination
        newer={newer}
        older={older}
        newest={paged ? listTop(query) : null}
        isOldestFirst={isOldestFirst}
      />
    </>
  );
}

const listTop = (query: string) => (query ? `/transactions?${query}` : '/transactions');
