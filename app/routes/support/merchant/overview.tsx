import type { MerchantSheet } from '~/support/merchant-sheet';
import { applicationWords } from '~/ui/application-words';
import { Card } from '~/ui/card';
import { CopyValue } from '~/ui/code-block';
import { DescriptionList } from '~/ui/description-list';
import { Money } from '~/ui/money';
import { Table } from '~/ui/table';
import { TextLink } from '~/ui/text-link';
import { Time } from '~/ui/time';
import { accountWord, modeWord } from './words';

type Props = Pick<MerchantSheet, 'account' | 'figures'> & { environment: string; may: { review: boolean } };

/** What the merchant is, and what the last thirty days came to. */
export function Overview({ account, figures, environment, may }: Props) {
  const { application } = account;
  const state =
    application &&
    (applicationWords[application.state as keyof typeof applicationWords]?.text ?? application.state);
  return (
    <>
      <Card title="Overview" id="overview">
        <DescriptionList
          facts={[
            ['Account', <CopyValue key="id" value={account.id} label="account id" />],
            ['Status', accountWord(account.status).text],
            ['Environments', modeWord(account.mode)],
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
                'Not begun'
              ),
            ],
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
            ['A payment intent', account.captureMode === 'authcap' ? 'Captures at once' : 'Authorises'],
            ['Opened', <Time key="opened" at={account.createdAt} />],
          ]}
        />
      </Card>
      <Card title={`Last 30 days, ${environment}`} id="figures">
        {figures.length ? (
          <Table
            caption={`Figures of the last 30 days, ${environment}`}
            rows={figures}
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
          <p className="text-ink-soft">Nothing happened.</p>
        )}
      </Card>
    </>
  );
}
