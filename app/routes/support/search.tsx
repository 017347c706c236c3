import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Headset, TimerOff } from 'lucide-react';
import { containsCardNumber } from '~/platform/cards/card-numbers';
import { getIdTime, isId } from '~/platform/ids';
import { readTextParameter } from '~/platform/lists/list-url';
import { listTimeZones } from '~/platform/time/time-zones.server';
import { recordStaffSearch } from '~/support/access-log';
import { redactSearchInput } from '~/support/query/input-redaction';
import { searchAll, type SearchResults } from '~/support/search/search';
import { describesPayment } from '~/support/query/query-parser';
import { Banner } from '~/ui/layout/banner';
import { Panel } from '~/ui/layout/panel';
import { EmptyState } from '~/ui/layout/empty-state';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { Time } from '~/ui/content/time';
import { Pagination } from '~/ui/content/pagination';
import { requireStaff } from '../guards';
import { getSearchUrl } from './search/search-url';
import { SearchTermList } from './search/search-term-list';
import { listQuestions } from './search/clarifying-questions';
import {
  ClarifyingQuestions,
  CorrectionNotice,
  SearchExamples,
  UnknownRequestNotices,
} from './search/search-hints';
import { NoSearchResults } from './search/no-search-results';
import { PayoutResults } from './search/payout-results';
import { IntentTable } from './search/intent-table';
import { OtherResultTables } from './search/result-tables';
import { PaymentTable } from './search/payment-table';
import { suggestSearches } from './search/search-suggestions';
import { SearchForm } from './search/search-form';
import { describeSearchTerms } from './search/search-terms';

export const meta = pageTitle((data) => {
  const found = (data as { found: SearchResults | null } | undefined)?.found;
  return found ? `${describeResultCount(found)} · Search` : 'Search';
});

/** For the title, which screen readers read after each search. */
function describeResultCount({ payments, intents, ...others }: SearchResults): string {
  if (payments === 'too_wide') return 'Too many results';
  const count = payments.payments.length;
  if (count) return `${count}${payments.older ? ' or more' : ''} ${count === 1 ? 'payment' : 'payments'}`;
  if (intents.intents.length)
    return `${intents.intents.length} payment ${intents.intents.length === 1 ? 'intent' : 'intents'}`;
  const { merchants, people, payouts, requests, webhooks, mails, unknownRequests } = others;
  const isOther = [merchants, people, payouts, requests, webhooks, mails, unknownRequests].some(
    (list) => list.length > 0,
  );
  return isOther ? 'Results' : 'No results';
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await requireStaff(request, 'payments_view');
  const query = new URL(request.url).searchParams;
  const timeZones = await listTimeZones();
  const clock = timeZones.find((zone) => zone === query.get('clock'));
  const input = redactSearchInput(readTextParameter(query, 'q'));
  // Removed from the URL and the browser's history, too, because proxies would log it.
  if (input.found || containsCardNumber(String(query)))
    return redirect(
      `${getSearchUrl({ q: input.text, clock })}${input.text || clock ? '&' : '?'}refused=${input.found ?? 'card_number'}`,
    );
  const rejected = (['card_number', 'secret'] as const).find((what) => query.get('refused') === what) ?? null;
  const before = isId('trx', query.get('before') ?? '') ? query.get('before')! : undefined;
  const page = { q: input.text, clock, timeZones, rejected, isFirst: !before };
  if (!input.text)
    return {
      ...page,
      ...{ searchTerms: [], questions: [], suggestions: [], isPaymentQuery: false, isOfPayout: false },
      ...{ environment: undefined, searchedSince: null, found: null },
    };
  const clocks = clock ? { timeZone: clock } : 'merchant';
  const now = new Date();
  await recordStaffSearch({
    userId: user.id,
    query: input.text,
    isLaterPage: before !== undefined,
    address: context.clientAddress,
  });
  const attempt = before ? Number(query.get('attempt') ?? 0) : undefined;
  const { criteria, ...found } = await searchAll({ input: input.text, clocks, now, before, attempt });
  const payments = found.payments === 'too_wide' ? null : found.payments;
  return {
    ...page,
    searchTerms: describeSearchTerms({ clocks, now }, { criteria, ...found }),
    questions: listQuestions(input.text, { criteria, ...found }),
    suggestions: suggestSearches(input.text, criteria, found.matchedTerms.merchant),
    isPaymentQuery: describesPayment(criteria) || found.payer.length > 0,
    isOfPayout: criteria.isOfPayout ?? false,
    environment: criteria.environment,
    searchedSince: payments?.isIncomplete && payments.older ? getIdTime(payments.older) : null,
    found,
  };
}

const rejectionMessages = {
  card_number: {
    title: 'Your search contained a full card number, so we kept only its last four digits',
    text: 'The number wasn’t stored or logged. Never ask anyone for more than the last four digits.',
  },
  secret: {
    title: 'Your search contained a secret, so we didn’t run it',
    text: 'The secret wasn’t stored or logged. Ask the person who sent it to rotate it now.',
  },
};

export default function Search() {
  const { q, clock, timeZones, rejected, isFirst, ...results } = useLoaderData<typeof loader>();
  const { searchTerms, questions, suggestions, isPaymentQuery, searchedSince, found } = results;
  const { isOfPayout, environment } = results;
  const payments = found && found.payments !== 'too_wide' ? found.payments : null;
  const isMerchantNamed = isPaymentQuery && Boolean(found?.matchedTerms.merchant.length);
  const otherResults = found && isFirst && <OtherResultTables {...found} />;
  /** A name alone searches for the merchant first, and then for its latest payments. */
  const isMerchantQuery = !isPaymentQuery && Boolean(found?.matchedTerms.merchant.length);
  const hasNoResults =
    found &&
    payments &&
    !found.isTooWide &&
    !payments.payments.length &&
    ![
      found.intents.intents,
      found.requests,
      found.webhooks,
      found.mails,
      found.payouts,
      ...(isOfPayout ? [found.merchants] : []),
      ...(isMerchantNamed ? [] : [found.merchants, found.people]),
    ].some((kind) => kind.length);
  const isNothingUnderstood = hasNoResults && !searchTerms.some(({ isOptional }) => !isOptional);
  return (
    <>
      <PageHeader
        title="Search"
        lead="Describe the payment in the caller’s words. Searches are recorded, and merchants can see in their audit log what you open."
      />
      {rejected && (
        <div className="mb-6">
          <Banner tone="caution" title={rejectionMessages[rejected].title} announced>
            {rejectionMessages[rejected].text}
          </Banner>
        </div>
      )}
      <SearchForm q={q} clock={clock} timeZones={timeZones} />
      {found && <ClarifyingQuestions questions={questions} clock={clock} />}
      {found && <CorrectionNotice {...found} q={q} clock={clock} />}
      <SearchTermList searchTerms={searchTerms} />
      {found?.isTooWide && (
        <EmptyState icon={TimerOff} title="Your search is too broad">
          It would take too long to search everything. Add a date, the last four digits, an amount, or the
          merchant.
        </EmptyState>
      )}
      {found && <UnknownRequestNotices requests={found.unknownRequests} />}
      {isNothingUnderstood && isFirst && !found.unknownRequests.length && (
        <SearchExamples clock={clock}>We couldn’t tell which payment you mean.</SearchExamples>
      )}
      {hasNoResults && !isNothingUnderstood && !payments.older && !found.unknownRequests.length && (
        <div className="mb-6">
          <NoSearchResults
            isFirst={isFirst}
            isMerchantNamed={isMerchantNamed}
            searchTerms={searchTerms}
            suggestions={suggestions}
            clock={clock}
          />
        </div>
      )}
      {hasNoResults && found.intents.searchedSince && (
        <div className="mb-6">
          <Banner tone="info" title="There may be older orders without a payment">
            We searched the payment intents since <Time at={found.intents.searchedSince} />. Add a date or the
            merchant, or enter the complete order number.
          </Banner>
        </div>
      )}
      {!found && (
        <EmptyState icon={Headset} title="Find any payment">
          The last four digits, amount, and date find most payments across all merchants.
        </EmptyState>
      )}
      {found && (
        <div className="space-y-6">
          {isFirst && <PayoutResults {...found} isOfPayout={isOfPayout} environment={environment} />}
          {isMerchantQuery && otherResults}
          {found.isRelaxed && payments && payments.payments.length > 0 && (
            <Banner tone="info" title="No exact match for this order number, external_id, or ID">
              These payments have one that starts or ends with it.
            </Banner>
          )}
          {found.isPayerAlone && payments && payments.payments.length > 0 && (
            <Banner
              tone="caution"
              title="No payment of a payer with this name matches the rest of your search"
            >
              These are the latest payments of payers with this name. Check the amount, card, date, or order
              number with the caller.
            </Banner>
          )}
          {found.isWithoutReferences && payments && payments.payments.length > 0 && (
            <Banner tone="caution" title="No payment with this email address has this order number">
              These are the payments with the email address. Check the order number with the caller.
            </Banner>
          )}
          {payments && payments.payments.length > 0 && (
            <Panel title="Payments">
              <PaymentTable caption="Matching payments, newest first" payments={payments.payments} />
              <p className="mt-4 text-sm text-ink-soft">Times are in each merchant’s time zone.</p>
            </Panel>
          )}
          {payments?.isPartTooShort && (
            <Banner tone="info" title="Too many references match">
              We searched only some of the order numbers, external_ids, and IDs that match. Enter more
              characters.
            </Banner>
          )}
          {searchedSince && payments && (
            <Banner
              tone="info"
              title={
                payments.payments.length
                  ? 'There may be older payments'
                  : 'No matches among the newest payments'
              }
            >
              We searched the payments since <Time at={searchedSince} />. Keep searching, or add a date or the
              merchant.
            </Banner>
          )}
          <Pagination
            newest={isFirst ? null : getSearchUrl({ q, clock })}
            older={
              payments?.older
                ? getSearchUrl({ q, clock, before: payments.older, attempt: found.attempt })
                : null
            }
          />
          {found.intents.intents.length > 0 && <IntentTable {...found.intents} />}
          {!isMerchantQuery && otherResults}
        </div>
      )}
    </>
  );
}
