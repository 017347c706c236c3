import { Money } from '~/ui/content/money';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { Attention } from './attention';

type Hold = { id: string; remaining: number; currency: string; captureBefore: Date | string };

const maximumRows = 5;

/** Holds that expire within two days. */
export function ExpiringHolds({ holds }: { holds: readonly Hold[] }) {
  return (
    <Attention
      tone="caution"
      title={
        holds.length === 1
          ? 'A hold expires within 48 hours'
          : `${holds.length > maximumRows ? `More than ${maximumRows}` : holds.length} holds expire within 48 hours`
      }
      note="What you don’t capture goes back to the payer."
    >
      <ul className="flex flex-wrap gap-x-6">
        {holds.slice(0, maximumRows).map(({ id, remaining, currency, captureBefore }) => (
          <li key={id}>
            <TextLink to={`/transactions/${id}`}>
              <span className="sr-only">Hold of </span>
              <Money amount={remaining} currency={currency} />
            </TextLink>{' '}
            expires <Time at={captureBefore} />
          </li>
        ))}
      </ul>
    </Attention>
  );
}
