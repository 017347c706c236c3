import type { ReactNode } from 'react';
import { getTemplateLabel } from '~/mail/template-labels';
import type { Environment } from '~/platform/environment';
import type { SearchResults } from '~/support/search/search';
import { Panel } from '~/ui/layout/panel';
import { Badge } from '~/ui/content/status-badge';
import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { Time, TimeZoneContext } from '~/ui/content/time';
import { getMailStatusLabel } from '../../staff/mails/mail-status';
import { getAccountStatusLabel, getAccountModeLabel } from '../merchant/account-labels';
import { EnvironmentBadge } from './payment-table';

type OtherResults = Pick<
  SearchResults,
  'merchants' | 'moreMerchants' | 'people' | 'requests' | 'webhooks' | 'mails'
>;

const TimeInZone = ({ zone, at }: { zone: string; at: Date }) => (
  <TimeZoneContext.Provider value={zone}>
    <Time at={at} />
  </TimeZoneContext.Provider>
);
const renderMerchantLink = (id: string, name: string): ReactNode => (
  <TextLink to={`/support/merchants/${id}`} className="wrap-anywhere">
    {name}
  </TextLink>
);

type Origin = {
  accountId: string;
  merchant: string;
  environment: Environment;
  createdAt: Date;
  timeZone: string;
};

const originColumns = [
  {
    title: 'Merchant',
    cell: ({ accountId, merchant }: Origin) => renderMerchantLink(accountId, merchant),
  },
  {
    title: 'Environment',
    cell: ({ environment }: Origin) => <EnvironmentBadge environment={environment} />,
  },
  {
    title: 'When',
    cell: ({ createdAt, timeZone }: Origin) => <TimeInZone zone={timeZone} at={createdAt} />,
  },
];

/** Results other than payments, by kind. Empty kinds are omitted. */
export function OtherResultTables({
  merchants,
  moreMerchants,
  people,
  requests,
  webhooks,
  mails,
}: OtherResults) {
  return (
    <>
      {merchants.length > 0 && (
        <Panel title="Merchants">
          <Table
            caption="Merchants"
            rows={merchants}
            rowKey={({ id }) => id}
            columns={[
              { title: 'Name', cell: ({ id, name }) => renderMerchantLink(id, name) },
              {
                title: 'Account',
                cell: ({ id }) => <code className="font-mono text-sm break-all">{id}</code>,
              },
              { title: 'Status', cell: ({ status }) => <Badge {...getAccountStatusLabel(status)} /> },
              { title: 'Mode', cell: ({ mode }) => getAccountModeLabel(mode) },
            ]}
          />
          {moreMerchants && (
            <p className="mt-4 text-sm text-ink-soft">
              More merchants match. Add another word of the name to narrow the results.
            </p>
          )}
        </Panel>
      )}
      {people.length > 0 && (
        <Panel title="People">
          <Table
            caption="Team members of merchants"
            rows={people}
            rowKey={({ id }) => id}
            columns={[
              { title: 'Name', cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
              { title: 'Email', cell: ({ email }) => <span className="break-all">{email}</span> },
              {
                title: 'Account',
                cell: ({ accounts }) => (
                  <span className="inline-flex flex-wrap gap-x-3">
                    {accounts.map(({ id, name, role }) => (
                      <span key={id}>
                        {renderMerchantLink(id, name)} <span className="text-ink-soft">as {role}</span>
                      </span>
                    ))}
                  </span>
                ),
              },
            ]}
          />
        </Panel>
      )}
      {requests.length > 0 && (
        <Panel title="API requests">
          <Table
            caption="API requests, newest first"
            rows={requests}
            rowKey={({ id }) => id}
            columns={[
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
                  <>
                    {status} {code && <code className="font-mono text-sm break-all">{code}</code>}
                  </>
                ),
              },
              ...originColumns,
            ]}
          />
        </Panel>
      )}
      {webhooks.length > 0 && (
        <Panel title="Webhooks">
          <Table
            caption="Webhooks"
            rows={webhooks}
            rowKey={({ id }) => id}
            columns={[
              {
                title: 'Item',
                cell: ({ kind, what, accountId, environment, transactionId }) => (
                  <TextLink
                    to={
                      transactionId
                        ? `/support/transactions/${transactionId}#webhooks`
                        : `/support/merchants/${accountId}?environment=${environment}#webhooks`
                    }
                  >
                    {kind} {what}
                  </TextLink>
                ),
              },
              { title: 'Status', cell: ({ status }) => status.replaceAll('_', ' ') },
              ...originColumns,
            ]}
          />
        </Panel>
      )}
      {mails.length > 0 && (
        <Panel title="Emails">
          <Table
            caption="Emails, newest first"
            rows={mails}
            rowKey={({ id }) => id}
            columns={[
              {
                title: 'Recipient',
                cell: ({ id, recipient }) => (
                  <TextLink to={`/staff/mails?recipient=${id}`} className="break-all">
                    {recipient}
                  </TextLink>
                ),
              },
              {
                title: 'Email',
                cell: ({ id, template }) => (
                  <TextLink to={`/staff/mails/${id}`}>{getTemplateLabel(template)}</TextLink>
                ),
              },
              { title: 'Status', cell: ({ status }) => <Badge {...getMailStatusLabel(status)} /> },
              { title: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
            ]}
          />
        </Panel>
      )}
    </>
  );
}
