import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { deleteCardToken, findCardToken } from '~/vault/card-tokens';
import { Panel } from '~/ui/layout/panel';
import { CardNumber } from '~/ui/content/card-number';
import { RemovalForm } from '~/ui/forms/removal-form';
import { DescriptionList } from '~/ui/content/description-list';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { requireMerchant } from '../../guards';
import { requireInEnvironment } from '../selection/require-in-environment';
import { formatExpiry } from './expiry-text';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { account, environment } = await requireMerchant(request, 'transactions_change');
  return requireInEnvironment({ account, environment }, 'saved card', (where) =>
    findCardToken({ accountId: account.id, environment: where, id: params.id! }),
  );
}

/** Deleting a card twice has the same effect. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user, account, environment } = await requireMerchant(request, 'transactions_change');
  await deleteCardToken({
    accountId: account.id,
    environment,
    id: params.id!,
    actor: `portal:${user.id}`,
    address: context.clientAddress,
  });
  return redirect('/cards?deleted');
}

export const meta = pageTitle('Delete a card');

export default function DeleteCard() {
  const { id, brand, lastFour, expiry, externalId, customerId } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Delete this card?"
        lead="The card number is permanently deleted. Charges to its token will be rejected, and only the payer can save the card again."
      />
      <Panel>
        <DescriptionList
          items={[
            ['Card', <CardNumber key="card" brand={brand} lastFour={lastFour} />],
            ['Valid until', formatExpiry(expiry)],
            [
              'external_id',
              <code key="external" className="font-mono text-sm break-all">
                {externalId}
              </code>,
            ],
            ...(customerId
              ? [
                  [
                    'customer_id',
                    <code key="customer" className="font-mono text-sm break-all">
                      {customerId}
                    </code>,
                  ] as const,
                ]
              : []),
            [
              'Token',
              <code key="token" className="font-mono text-sm break-all">
                {id}
              </code>,
            ],
          ]}
        />
      </Panel>
      <div className="mt-6">
        <RemovalForm submitLabel="Delete card" cancelUrl="/cards" />
      </div>
    </>
  );
}
