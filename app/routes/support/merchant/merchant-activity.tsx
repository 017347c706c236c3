import { getDisabledReasonLabel } from '~/ui/labels/disabled-reason-labels';
import type { MerchantSummary } from '~/support/merchant-summary';
import { pluralize } from '~/platform/text/pluralize';
import { Panel } from '~/ui/layout/panel';
import { Badge } from '~/ui/content/status-badge';
import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { PayoutTable } from '../../portal/payouts/payout-table';
import { RecordLinksContext } from '../../portal/record-links';
import { getStatusLabel } from '../../portal/developers/requests/request-labels';
import { Rate } from '../../portal/webhooks/endpoint-table';
import { PaymentTable } from '../search/payment-table';
import { getSupportLinks } from '../support-links';
import { UnknownOutcomeTable } from '../unknown-outcomes/unknown-outcome-table';
import { FoldedRows } from './folded-rows';

type Props = Pick<
  MerchantSummary,
  'account' | 'payments' | 'payouts' | 'unknownOutcomes' | 'errors' | 'webhooks'
> & {
  environment: string;
  may: { inquire: boolean };
};

/** The merchant's activity: payments, payouts, unknown outcomes, failed requests, and webhooks. */
export function MerchantActivity({
  account,
  payments,
  payouts,
  unknownOutcomes,
  errors,
  webhooks,
  environment,
  may,
}: Props) {
  return (
    <>
      <Panel title={`Latest payments, ${environment}`} id="payments">
        {payments.length ? (
          <FoldedRows rows={payments}>
            {(visibleRows, captionSuffix) => (
              <PaymentTable
                caption={`Latest payments, ${environment}${captionSuffix}`}
                payments={visibleRows}
                isSingleMerchant
              />
            )}
          </FoldedRows>
        ) : (
          <p className="text-ink-soft">None yet.</p>
        )}
      </Panel>
      <Panel title={`Latest payouts, ${environment}`} id="payouts">
        {payouts.length ? (
          <RecordLinksContext.Provider value={getSupportLinks(account.id)}>
            <FoldedRows rows={payouts}>
              {(visibleRows, captionSuffix) => (
                <PayoutTable
                  caption={`Payouts, ${environment}, newest first${captionSuffix}`}
                  payouts={visibleRows}
                />
              )}
            </FoldedRows>
          </RecordLinksContext.Provider>
        ) : (
          <p className="text-ink-soft">None yet.</p>
        )}
      </Panel>
      <Panel title="Unknown outcomes, test and live" id="unknown">
        {unknownOutcomes.length ? (
          <FoldedRows rows={unknownOutcomes}>
            {(visibleRows, captionSuffix) => (
              <UnknownOutcomeTable
                outcomes={visibleRows}
                captionSuffix={captionSuffix}
                action="/support/unknown-outcomes"
                canInquire={may.inquire}
                isSingleMerchant
              />
            )}
          </FoldedRows>
        ) : (
          <p className="text-ink-soft">No unknown outcomes.</p>
        )}
      </Panel>
      <Panel title={`Latest API errors, ${environment}`} id="errors">
        {errors.length ? (
          <FoldedRows rows={errors}>
            {(visibleRows, captionSuffix) => (
              <Table
                caption={`Rejected and failed requests, ${environment}, newest first${captionSuffix}`}
                rows={visibleRows}
                rowKey={({ id }) => id}
                columns={[
                  { title: 'When', cell: ({ createdAt }) => <Time at={createdAt} /> },
                  {
                    title: 'Request',
                    cell: ({ id, method, path }) => (
                      <TextLink to={`/support/requests/${id}`} className="font-mono text-sm break-all">
                        {method} {path}
                      </TextLink>
                    ),
                  },
                  {
                    title: 'Response',
                    cell: ({ status, code }) => (
                      <span className="inline-flex flex-wrap gap-2">
                        <Badge {...getStatusLabel(status)} />
                        {code && <code className="font-mono text-sm break-all">{code}</code>}
                      </span>
                    ),
                  },
                  {
                    title: 'external_id',
                    cell: ({ externalId }) =>
                      externalId === null ? (
                        <span className="text-ink-soft">None</span>
                      ) : (
                        <code className="font-mono text-sm break-all">{externalId}</code>
                      ),
                  },
                ]}
              />
            )}
          </FoldedRows>
        ) : (
          <p className="text-ink-soft">None in the last 30 days.</p>
        )}
      </Panel>
      <Panel title={`Webhooks, ${environment}`} id="webhooks">
        {webhooks.length ? (
          <Table
            caption={`Webhook endpoints, ${environment}`}
            rows={webhooks}
            rowKey={({ id }) => id}
            columns={[
              {
                title: 'Host',
                cell: ({ host, description }) => (
                  <span className="wrap-anywhere">
                    {host}
                    {description && <span className="block text-sm text-ink-soft">{description}</span>}
                  </span>
                ),
              },
              { title: 'Status', cell: (endpoint) => <EndpointBadge {...endpoint} /> },
              {
                title: 'Last 100',
                cell: (endpoint) => <Rate {...endpoint} />,
              },
              {
                title: 'Last delivered',
                cell: ({ lastAt }) =>
                  lastAt ? <Time at={lastAt} /> : <span className="text-ink-soft">Never</span>,
              },
            ]}
          />
        ) : (
          <p className="text-ink-soft">No endpoints.</p>
        )}
      </Panel>
    </>
  );
}

function EndpointBadge({
  status,
  disabledReason,
  failingSince,
  failures,
}: MerchantSummary['webhooks'][number]) {
  if (status !== 'enabled')
    return <Badge text={`Disabled: ${getDisabledReasonLabel(disabledReason)}`} tone="negative" />;
  if (!failingSince) return <Badge text="Enabled" tone="positive" />;
  return (
    <>
      <Badge text={`Failing, ${pluralize(failures, 'attempt')}`} tone="caution" />{' '}
      <span className="text-sm text-ink-soft">
        since <Time at={failingSince} />
      </span>
    </>
  );
}
