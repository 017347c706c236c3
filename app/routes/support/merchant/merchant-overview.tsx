import type { MerchantSummary } from '~/support/merchant-summary';
import { applicationStateLabels } from '~/ui/labels/application-labels';
import { OperatorContact } from '~/ui/layout/operator-contact';
import { Panel } from '~/ui/layout/panel';
import { CopyValue } from '~/ui/content/code-block';
import { DescriptionList } from '~/ui/content/description-list';
import { Money } from '~/ui/content/money';
import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { getAccountStatusLabel, getAccountModeLabel } from './account-labels';

const threeDSecureLabels: Record<string, string> = {
  automatic: 'When required',
  always: 'For every payment',
  never: 'Never',
};

type Props = Pick<MerchantSummary, 'account' | 'figures'> & { environment: string; may: { review: boolean } };

/** The merchant's profile and the last thirty days. */
export function MerchantOverview({ account, figures: totals, environment, may }: Props) {
  const { application } = account;
  const state =
    application &&
    (applicationStateLabels[application.state as keyof typeof applicationStateLabels]?.text ??
      application.state);
  return (
    <>
      <Panel title="Overview" id="overview">
        <DescriptionList
          items={[
            ['Account', <CopyValue key="id" value={account.id} label="account ID" />],
            ['Status', getAccountStatusLabel(account.status).text],
            ['Environments', getAccountModeLabel(account.mode)],
            [
              'Application',
              application ? (
                may.review ? (
                  <TextLink key="application" to={`/review/applications/${application.id}`}>
                    {state}
                  </TextLink>
                ) : (
                  state
                )
              ) : (
                'Not started'
              ),
            ],
            ['Bank account', <BankAccountChange key="bank" state={application?.state} />],
            [
              'Raw card data in live',
              account.pciCertifiedAt ? (
                <>
                  Since <Time key="pci" at={account.pciCertifiedAt} />
                </>
              ) : (
                'Not allowed'
              ),
            ],
            ['3-D Secure', threeDSecureLabels[account.threeDSecure]],
            ['Payment intents', account.captureMode === 'authcap' ? 'Capture immediately' : 'Authorize only'],
            ['Opened', <Time key="opened" at={account.createdAt} />],
          ]}
        />
      </Panel>
      <Panel title={`Last 30 days, ${environment}`} id="figures">
        {totals.length ? (
          <Table
            caption={`Last 30 days, ${environment}`}
            rows={totals}
            rowKey={({ currency }) => currency}
            columns={[
              { title: 'Currency', cell: ({ currency }) => currency },
              { title: 'Approved', align: 'right', cell: ({ approved }) => approved },
              { title: 'Declined', align: 'right', cell: ({ declined }) => declined },
              {
                title: 'Captured',
                align: 'right',
                cell: ({ captured, currency }) => <Money amount={captured} currency={currency} />,
              },
              {
                title: 'Refunded',
                align: 'right',
                cell: ({ refunded, currency }) => <Money amount={refunded} currency={currency} />,
              },
              { title: 'Chargebacks', align: 'right', cell: ({ chargebacks }) => chargebacks },
            ]}
          />
        ) : (
          <p className="text-ink-soft">No activity.</p>
        )}
      </Panel>
    </>
  );
}

/** How a merchant changes the account for payouts, which callers ask. Nobody changes it on the phone. */
function BankAccountChange({ state }: { state: string | undefined }) {
  if (state === 'APPROVED')
    return (
      <>
        Can’t be changed in the portal or by phone. An owner or admin requests it by email to{' '}
        <OperatorContact />. Check the request and a new bank statement before the account is changed at the
        acquirer.
      </>
    );
  if (state === 'SUBMITTED' || state === 'IN_REVIEW') return 'Can’t be changed during the review.';
  return state === 'REJECTED'
    ? 'Can’t be changed after a rejection.'
    : 'An owner or admin enters it in the application.';
}
