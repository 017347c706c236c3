import { memberRoleLabels } from '~/merchants/team/role-labels';
import type { MerchantSummary } from '~/support/merchant-summary';
import { Panel } from '~/ui/layout/panel';
import { Badge } from '~/ui/content/status-badge';
import { Table } from '~/ui/content/table';
import { Time } from '~/ui/content/time';
import { MailTable } from '../../staff/mails/mail-table';
import { FoldedRows } from './folded-rows';
import { PendingInvitations } from './pending-invitations';

type Props = Pick<MerchantSummary, 'account' | 'team' | 'invitations' | 'mails' | 'secrets' | 'addresses'> & {
  environment: string;
};

const neverLabel = <span className="text-ink-soft">Never</span>;

/** The team's logins and emails, and the credentials without their secrets. */
export function MerchantAccess({
  account,
  team,
  invitations,
  mails,
  secrets,
  addresses,
  environment,
}: Props) {
  return (
    <>
      <Panel title="Team" id="team">
        <Table
          caption="Team members of the merchant"
          rows={team}
          rowKey={({ userId }) => userId}
          columns={[
            { title: 'Name', cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
            {
              title: 'Email',
              cell: ({ email, isUnreachable }) => (
                <>
                  <span className="break-all">{email}</span>
                  {isUnreachable && (
                    <span className="mt-1 block">
                      <Badge text="Emails don’t arrive" tone="negative" />
                    </span>
                  )}
                </>
              ),
            },
            { title: 'Role', cell: ({ role }) => memberRoleLabels[role].name },
            { title: 'Second factor', cell: ({ secondFactor }) => <SecondFactor {...secondFactor} /> },
            {
              title: 'Last login',
              cell: ({ lastLoginAt }) => (lastLoginAt ? <Time at={lastLoginAt} /> : neverLabel),
            },
          ]}
        />
        <PendingInvitations invitations={invitations} />
      </Panel>
      <Panel title="Emails to the team" id="mails">
        {mails.length ? (
          <FoldedRows rows={mails}>
            {(visibleMails, captionSuffix) => (
              <MailTable
                path={`/support/merchants/${account.id}?environment=${environment}`}
                mails={visibleMails}
                captionSuffix={captionSuffix}
              />
            )}
          </FoldedRows>
        ) : (
          <p className="text-ink-soft">No emails were sent.</p>
        )}
      </Panel>
      <Panel title={`Client secrets, ${environment}`} id="credentials">
        {secrets.length ? (
          <Table
            caption={`Client secrets, ${environment}, newest first`}
            rows={secrets}
            rowKey={({ id }) => id}
            columns={[
              { title: 'Ends with', cell: ({ hint }) => <code className="font-mono text-sm">{hint}</code> },
              {
                title: 'Created',
                cell: ({ createdAt, createdBy }) => (
                  <>
                    <Time at={createdAt} />{' '}
                    <span className="block text-sm text-ink-soft">by {createdBy ?? 'a former member'}</span>
                  </>
                ),
              },
              {
                title: 'Last used',
                cell: ({ lastUsedAt, lastAddress }) =>
                  lastUsedAt ? (
                    <>
                      <Time at={lastUsedAt} />{' '}
                      {lastAddress && (
                        <span className="block text-sm break-all text-ink-soft">from {lastAddress}</span>
                      )}
                    </>
                  ) : (
                    neverLabel
                  ),
              },
              {
                title: 'Active',
                cell: ({ ended, endsAt }) =>
                  ended ? (
                    'No'
                  ) : endsAt ? (
                    <>
                      Until <Time at={endsAt} />
                    </>
                  ) : (
                    'Yes'
                  ),
              },
            ]}
          />
        ) : (
          <p className="text-ink-soft">None.</p>
        )}
      </Panel>
      <Panel title={`Allowed addresses, ${environment}`} id="addresses">
        {addresses.length ? (
          <ul className="space-y-1">
            {addresses.map((range) => (
              <li key={range}>
                <code className="font-mono text-sm break-all">{range}</code>
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-ink-soft">Credentials work from any address.</p>
        )}
      </Panel>
    </>
  );
}

function SecondFactor({ app, passkeys }: Props['team'][number]['secondFactor']) {
  const parts = [
    app && 'Authenticator app',
    passkeys === 1 ? 'a passkey' : passkeys > 1 && `${passkeys} passkeys`,
  ].filter(Boolean);
  const text = parts.join(' and ');
  return text ? (
    <Badge text={`${text[0]!.toUpperCase()}${text.slice(1)}`} tone="positive" />
  ) : (
    <Badge text="None" tone="caution" />
  );
}
