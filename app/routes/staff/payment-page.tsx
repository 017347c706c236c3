import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { listPageReports } from '~/payments/page-reports';
import { listPageWatches } from '~/payments/page-watch';
import { Banner } from '~/ui/banner';
import { Card } from '~/ui/card';
import { PageHeader } from '~/ui/page-header';
import { pageTitle } from '~/ui/page-title';
import { Table } from '~/ui/table';
import { Time } from '~/ui/time';
import { formatDay } from '~/ui/time-format';
import { requireStaff } from '../guards';

export const meta = pageTitle('Payment page');

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'payment_page_watch');
  const [watches, reports] = await Promise.all([listPageWatches(), listPageReports()]);
  return { watches, reports };
}

export default function PaymentPage() {
  const { watches, reports } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Payment page"
        lead="Every hour each payment page is fetched as a payer’s browser does, and compared with what we mean to send."
      />
      <div className="space-y-6">
        {watches.map(({ environment, checkedAt, faults, since }) => (
          <Banner
            key={environment}
            tone={faults.length ? 'negative' : 'positive'}
            title={
              faults.length
                ? `The ${environment} page is not as it should be`
                : `The ${environment} page is as it should be`
            }
          >
            <p>
              Since <Time at={since} />, looked at last <Time at={checkedAt} />.
            </p>
            {faults.length > 0 && (
              <ul className="mt-2 list-disc space-y-1 ps-5">
                {faults.map((fault) => (
                  <li key={fault}>{fault}</li>
                ))}
              </ul>
            )}
          </Banner>
        ))}
        {watches.length === 0 && (
          <Banner title="No page has been looked at yet">The first look is a moment after the start.</Banner>
        )}
        <Card title="What browsers refused">
          {reports.length ? (
            <Table
              caption="What payers’ browsers refused to load or run, by day"
              rows={reports}
              rowKey={({ day, environment, directive, blocked }) =>
                [day, environment, directive, blocked].join(' ')
              }
              columns={[
                {
                  title: 'Day',
                  cell: ({ day }) => (
                    <span className="whitespace-nowrap">{formatDay(new Date(day), 'UTC')}</span>
                  ),
                },
                { title: 'Environment', cell: ({ environment }) => environment },
                {
                  title: 'Rule',
                  cell: ({ directive }) => <span className="whitespace-nowrap">{directive}</span>,
                },
                { title: 'Refused', cell: ({ blocked }) => <span className="break-all">{blocked}</span> },
                { title: 'Times', align: 'right', cell: ({ count }) => count },
              ]}
            />
          ) : (
            <p className="text-ink-soft">
              Nothing. Browsers tell us when something on a payment page is not what our policy lets it be;
              extensions that people have installed cause some of it.
            </p>
          )}
        </Card>
      </div>
    </>
  );
}
