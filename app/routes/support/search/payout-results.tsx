import type { SearchResults } from '~/support/search/search';
import { Money } from '~/ui/content/money';
import { Badge } from '~/ui/content/status-badge';
import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { Time, UtcDate } from '~/ui/content/time';
import { getPayoutStatusLabel } from '~/ui/labels/payout-labels';
import { Panel } from '~/ui/layout/panel';
import { getSupportLinks } from '../support-links';
import { MerchantCell } from './payment-table';

type Props = Pick<SearchResults, 'payouts' | 'payoutsSearchedSince' | 'merchants'> & {
  /** Whether the search is about payouts. Then the merchants' lists of payouts are results, too. */
  isOfPayout: boolean;
  environment?: string;
};

/** The payouts that match, and the lists that contain the others. */
export function PayoutResults({ payouts, payoutsSearchedSince, merchants, isOfPayout, environment }: Props) {
  const lists = isOfPayout ? merchants : [];
  if (!payouts.length && !lists.length) return null;
  return (
    <Panel title="Payouts">
      {payouts.length > 0 && (
        <Table
          caption="Matching payouts, newest first"
          rows={payouts}
          rowKey={({ id, accountId }) => `${id} ${accountId}`}
          columns={[
            {
              title: 'Net',
              align: 'right',
              cell: ({ id, accountId, net, currency }) => (
                <TextLink to={getSupportLinks(accountId).payout(id)}>
                  <span className="sr-only">Payout of </span>
                  <Money amount={net} currency={currency} />
                </TextLink>
              ),
            },
            { title: 'Arrival date', cell: ({ arrivesOn }) => <UtcDate at={arrivesOn} /> },
            { title: 'Status', cell: (payout) => <Badge {...getPayoutStatusLabel(payout)} /> },
            { title: 'Merchant', cell: (payout) => <MerchantCell {...payout} /> },
          ]}
        />
      )}
      {payoutsSearchedSince && (
        <p className="text-ink-soft not-first:mt-4">
          We searched the payouts since <Time at={payoutsSearchedSince} />. To find older ones, add the
          arrival date.
        </p>
      )}
      {lists.length > 0 && (
        <ul className="space-y-1 not-first:mt-4">
          {lists.map(({ id, name }) => (
            <li key={id}>
              <TextLink
                to={`/support/merchants/${id}${environment ? `?environment=${environment}` : ''}#payouts`}
                className="wrap-anywhere"
              >
                Latest payouts for {name}
              </TextLink>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
