import type { findOperationOutcome } from '~/payments/operations/unknown-outcome-list';
import { pluralize } from '~/platform/text/pluralize';
import { Banner } from '~/ui/layout/banner';
import { Money } from '~/ui/content/money';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { getOperationLabel } from '~/ui/labels/transaction-labels';

/** Why the acquirer was not asked this time. */
export type InquiryRefusal = 'already_requested' | 'in_flight' | null;

type Props = NonNullable<Awaited<ReturnType<typeof findOperationOutcome>>> & { refusal: InquiryRefusal };

const refusalMessages = {
  already_requested: 'The acquirer has been asked since your page was drawn, so it was not asked twice. ',
  in_flight: 'The first request is still on its way, so the acquirer was not asked again. ',
};

/** What the acquirer said, as it stands now. */
export function InquiryResultBanner({
  refusal,
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
      <Banner tone={tone} title={title} announced>
        {refusal && refusalMessages[refusal]}
        {getOperationLabel(type)} of <Money amount={amount} currency={currency} />
        {declineCode && ` (${declineCode.replaceAll('_', ' ')})`}.{' '}
        {status === 'PENDING' && (
          <>
            Asked {pluralize(inquiries, 'time')};{' '}
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
