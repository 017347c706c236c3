import type { SerializeFrom } from '@remix-run/node';
import type { LinkFigures } from '~/payments/payment-links/link-list';
import { Money } from '~/ui/content/money';
import { Badge } from '~/ui/content/status-badge';
import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { ShortTime } from '~/ui/content/time';
import { linkStatusLabels } from '~/ui/labels/payment-link-labels';
import { LinkPrice } from './link-price';
import type { LinkSummary } from './link-summary';

type Row = SerializeFrom<LinkSummary & LinkFigures & { visits: number }>;

export function LinkTable({ links }: { links: readonly Row[] }) {
  return (
    <Table
      isList
      caption="Payment links, newest first"
      rows={links}
      rowKey={({ id }) => id}
      columns={[
        {
          title: 'Name',
          cell: ({ id, name }) => (
            <TextLink to={`/payment-links/${id}`} prefetch="intent" className="row-link">
              {name}
            </TextLink>
          ),
        },
        { title: 'Status', cell: ({ status }) => <Badge {...linkStatusLabels[status]} /> },
        { title: 'Price', align: 'right', cell: (link) => <LinkPrice link={link} /> },
        { title: 'Visits', align: 'right', cell: ({ visits }) => <Count count={visits} noun="visit" /> },
        { title: 'Payments', align: 'right', cell: ({ count }) => <Count count={count} noun="payment" /> },
        {
          title: 'Paid, less refunds and chargebacks',
          align: 'right',
          cell: ({ total, refunded, chargedBack, currency }) => (
            <>
              <Money amount={total - refunded - chargedBack} currency={currency} />
              <span className="@3xl:hidden">
                {refunded + chargedBack > 0 ? ' paid, less refunds and chargebacks' : ' paid'}
              </span>
            </>
          ),
        },
        { title: 'Created', cell: ({ createdAt }) => <ShortTime at={createdAt} /> },
      ]}
    />
  );
}

/** With its noun where the columns have no titles. */
const Count = ({ count, noun }: { count: number; noun: string }) => (
  <>
    {count.toLocaleString('en-US')}
    <span className="@3xl:hidden">{count === 1 ? ` ${noun}` : ` ${noun}s`}</span>
  </>
);
