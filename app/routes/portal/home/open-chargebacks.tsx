import { Money } from '~/ui/content/money';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { Attention } from './attention';

type Chargeback = { id: string; amount: number; currency: string; dueBy: Date | string | null };

const maximumRows = 5;

/** Chargebacks that need a response, earliest deadline first. */
export function OpenChargebacks({ chargebacks }: { chargebacks: readonly Chargeback[] }) {
  return (
    <Attention
      tone="caution"
      title={chargebacks.length === 1 ? 'A chargeback needs your response' : 'Chargebacks need your response'}
      note="If you don’t respond, the payer wins."
    >
      <ul className="flex flex-wrap gap-x-6">
        {chargebacks.slice(0, maximumRows).map(({ id, amount, currency, dueBy }) => (
          <li key={id}>
            <TextLink to={`/transactions/${id}/dispute`}>
              <span className="sr-only">Chargeback of </span>
              <Money amount={amount} currency={currency} />
            </TextLink>
            {dueBy && (
              <>
                : respond by <Time at={dueBy} />
              </>
            )}
          </li>
        ))}
      </ul>
      {chargebacks.length > maximumRows && (
        <p className="mt-1">
          <TextLink to="/chargebacks">View all chargebacks</TextLink>
        </p>
      )}
    </Attention>
  );
}
