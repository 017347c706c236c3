import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Headset, TimerOff } from 'lucide-react';
import { addressHoldsCardNumber } from '~/platform/card-numbers';
import { isId } from '~/platform/ids';
import { typedIn } from '~/platform/list-address';
import { listTimeZones } from '~/platform/time-zones.server';
import { recordSearch } from '~/support/accesses';
import { keepOut } from '~/support/kept-out';
import { findAnything } from '~/support/search';
import { saysPayment, understandWords } from '~/support/words';
import { Banner } from '~/ui/banner';
import { Card } from '~/ui/card';
import { EmptyState } from '~/ui/empty-state';
import { PageHeader } from '~/ui/page-header';
import { pageTitle } from '~/ui/page-title';
import { Pagination } from '~/ui/pagination';
import { requireStaff } from '../guards';
import { searchAddress } from './search/address';
import { Chips } from './search/chips';
import { DidYouMean, UnknownRequests } from './search/hints';
import { NothingFound } from './search/nothing-found';
import { OtherHits } from './search/other-tables';
import { PaymentTable } from './search/payment-table';
import { retriesOf } from './search/retries';
import { SearchForm } from './search/search-form';
import { chipsOf } from './search/understood';

export const meta = pageTitle('Search');

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await requireStaff(request, 'payments_view');
  const query = new URL(request.url).searchParams;
  const timeZones = await listTimeZones();
  const clock = timeZones.find((zone) => zone === query.get('clock'));
  const typed = keepOut(typedIn(query, 'q'));
  // Out of the address and the browser's history as well, where the logs of proxies would keep it.
  if (typed.found || addressHoldsCardNumber(String(query)))
    return redirect(
      `${searchAddress({ q: typed.text, clock })}${typed.text || clock ? '&' : '?'}refused=${typed.found ?? 'card_number'}`,
    );
  const refused = (['card_number', 'secret'] as const).find((what) => query.get('refused') === what) ?? null;
  const before = isId('trx', query.get('before') ?? '') ? query.get('before')! : undefined;
  const page = { q: typed.text, clock, timeZones, refused, isFirst: !before };
  if (!typed.text) return { ...page, chips: [], retries: [], isOfPayment: false, found: null };
  const clocks = clock ? { timeZone: clock } : 'merchant';
  const [said, now] = [understandWords(typed.text), new Date()];
  await recordSearch({
    userId: user.id,
    words: typed.text,
    isLaterPage: before !== undefined,
    address: context.clientAddress,
  });
  const found = await findAnything({ said, clocks, now, before });
  return {
    ...page,
    chips: chipsOf(said, { clocks, now, ...found }),
    retries: retriesOf(typed.text, said, found.called.merchant),
    isOfPayment: saysPayment(said),
    found,
  };
}

const refusals = {
  card_number: {
    title: 'That held a whole card number, so we kept its last four digits alone',
    text: 'The number went into no database and no log. Nobody has to read out more than the last four.',
  },
  secret: {
    title: 'That held a secret, so we did not search for it',
    text: 'It went into no database and no log. Whoever sent it to you should roll it now: it is known to more people than it should be.',
  },
};

export default function Search() {
  const { q, clock, timeZones, refused, isFirst, chips, retries, isOfPayment, found } =
    useLoaderData<typeof loader>();
  const payments = found && found.payments !== 'too_wide' ? found.payments : null;
  const isNamed = isOfPayment && Boolean(found?.called.merchant.length);
  const others = found && isFirst && <OtherHits {...found} />;
  /** A name alone asks for the merchant, and only then for its latest payments. */
  const isOfMerchant = !isOfPayment && Boolean(found?.called.merchant.length);
  const isNothing =
    found &&
    payments &&
    !found.isTooWide &&
    !payments.payments.length &&
    ![found.requests, found.webhooks, found.mails, ...(isNamed ? [] : [found.merchants, found.people])].some(
      (kind) => kind.length,
    );
  return (
    <>
      <PageHeader
        title="What happened to this payment?"
        lead="Write it as the caller says it. Every search is written down, and merchants see in their audit log what you open."
      />
      {refused && (
        <div className="mb-6">
          <Banner tone="caution" title={refusals[refused].title} live>
            {refusals[refused].text}
          </Banner>
        </div>
      )}
      <SearchForm key={`${q} ${clock}`} q={q} clock={clock} timeZones={timeZones} />
      <Chips chips={chips} />
      {found?.isTooWide && (
        <EmptyState icon={TimerOff} title="That would take too long">
          Too much could be meant, so not all of it was looked at. Say a day, the last four digits, an amount
          or the merchant as well.
        </EmptyState>
      )}
      {found && <UnknownRequests requests={found.unknownRequests} />}
      {found && <DidYouMean q={q} near={found.near} clock={clock} />}
      {isNothing && !payments.older && !found.unknownRequests.length && (
        <NothingFound isFirst={isFirst} isNamed={isNamed} chips={chips} retries={retries} clock={clock} />
      )}
      {!found && (
        <EmptyState icon={Headset} title="Nothing asked yet">
          Last four digits, amount and day are enough to find most payments, whoever the merchant is.
        </EmptyState>
      )}
      {found && (
        <div className="space-y-6">
          {isOfMerchant && others}
          {payments && payments.payments.length > 0 && (
            <Card title="Payments">
              <PaymentTable caption="Payments that match, newest first" payments={payments.payments} />
              <p className="mt-4 text-sm text-ink-soft">Times are on each merchant’s clock.</p>
            </Card>
          )}
          {payments?.cutShort && payments.older && (
            <Banner
              tone="info"
              title={payments.payments.length ? 'There may be older ones' : 'Nothing among the newest'}
            >
              Each merchant’s newest payments were looked at. Go on looking, or say a day or the merchant.
            </Banner>
          )}
          <Pagination
            newest={isFirst ? null : searchAddress({ q, clock })}
            older={payments?.older ? searchAddress({ q, clock, before: payments.older }) : null}
          />
          {!isOfMerchant && others}
        </div>
      )}
    </>
  );
}
