import type { SerializeFrom } from '@remix-run/node';
import type { UnattemptedIntent as Untried } from '~/payments/checkout/unattempted-intents';
import { Panel } from '~/ui/layout/panel';
import { DescriptionList } from '~/ui/content/description-list';
import { Money } from '~/ui/content/money';
import { Time } from '~/ui/content/time';

/** Explains a missing transaction: what the payer's browser did instead. */
export function UnattemptedIntentCard({
  intent: { id, externalId, amount, currency, createdAt, expiresAt, openedAt, canceledAt, redirectedAt },
}: {
  intent: Untried | SerializeFrom<Untried>;
}) {
  return (
    <Panel title="No payment attempts">
      <p className="mb-4 text-ink-soft">The payer hasn’t attempted to pay, so there’s no transaction.</p>
      <DescriptionList
        items={[
          ['Payment intent', <code className="font-mono text-sm">{id}</code>],
          ['external_id', <code className="font-mono text-sm">{externalId}</code>],
          ['Amount', <Money amount={amount} currency={currency} />],
          ['Created', <Time at={createdAt} />],
          [
            'Payment page',
            openedAt ? (
              <>
                First opened at <Time at={openedAt} />
              </>
            ) : (
              'Not opened yet'
            ),
          ],
          [
            'Canceled',
            canceledAt && (
              <>
                Canceled at <Time at={canceledAt} />
              </>
            ),
          ],
          [
            'Redirect',
            redirectedAt && (
              <>
                Redirected to your site at <Time at={redirectedAt} />
              </>
            ),
          ],
          ['Expires at', canceledAt ? null : <Time at={expiresAt} />],
        ]}
      />
    </Panel>
  );
}
