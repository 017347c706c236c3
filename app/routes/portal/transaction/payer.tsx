import type { CardHolder } from '~/payments/transactions/card-holder';
import { DescriptionList } from '~/ui/content/description-list';
import { Panel } from '~/ui/layout/panel';

/** `addressLines`: the billing address as people write it in its country. */
export type Payer = Pick<CardHolder, 'email' | 'phone'> & { name: string; addressLines: readonly string[] };

/** Who paid, as far as the merchant or the payer said so. */
export function PayerPanel({ payer: { name, email, phone, addressLines } }: { payer: Payer }) {
  return (
    <Panel title="Payer">
      <DescriptionList
        items={[
          ['Name', name || null],
          ['Email', email],
          ['Phone', phone],
          [
            'Billing address',
            addressLines.length ? (
              <address className="not-italic">
                {addressLines.map((line) => (
                  <bdi key={line} className="block">
                    {line}
                  </bdi>
                ))}
              </address>
            ) : null,
          ],
        ]}
      />
    </Panel>
  );
}
