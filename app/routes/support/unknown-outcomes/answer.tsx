import type { findOutcome } from '~/payments/outcome-queue';
import { counted } from '~/platform/counted';
import { Banner } from '~/ui/banner';
import { Money } from '~/ui/money';
import { TextLink } from '~/ui/text-link';
import { Time } from '~/ui/time';
import { operationWord } from '~/ui/transaction-words';

/** Why the acquirer was not asked this time. */
export type Told = 'asked_already' | 'in_flight' | null;

type Props = NonNullable<Awaited<ReturnType<typeof findOutcome>>> & { told: Told };

const notAsked = {
  asked_already: 'The acquirer has been asked since your page was drawn, so it was not asked twice. ',
  in_flight: 'The first request is still on its way, so the acquirer was not asked again. ',
};

/** What the acquirer said, as it stands now. */
export function Answer({
  told,
  status,
  type,
  amount,
  currency,
  declineCode,
  inquiries,
  inquireAt,
  transactionId,
}: Props) {
  const [title, tone] =
    status === 'SUCCEEDED'
      ? (['The acquirer says: approved', 'positive'] as const)
      : status === 'FAILED'
        ? (['The acquirer says: declined', 'caution'] as const)
        : (['The acquirer does not know yet', 'info'] as const);
  return (
    <div className="mb-6">
      <Banner tone={tone} title={title} live>
        {told && notAsked[told]}
        {operationWord(type)} of <Money amount={amount} currency={currency} />
        {declineCode && ` (${declineCode.replaceAll('_', ' ')})`}.{' '}
        {status === 'PENDING' && (
          <>
            Asked {counted(inquiries, 'time')};{' '}
            {inquireAt ? (
              <>
                it is asked again <Time at={inquireAt} />
              </>
            ) : (
              'nobody asks again by itself'
            )}
            .{' '}
          </>
        )}
        <TextLink to={`/support/transactions/${transactionId}`}>See the transaction</TextLink>
      </Banner>
    </div>
  );
}
