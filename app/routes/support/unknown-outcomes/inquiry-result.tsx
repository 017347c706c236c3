import type { findOperationOutcome } from '~/payments/operations/unknown-outcome-list';
import { pluralize } from '~/platform/text/pluralize';
import { Banner } from '~/ui/layout/banner';
import { Money } from '~/ui/content/money';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { getOperationLabel } from '~/ui/labels/transaction-labels';

/** Why no inquiry was sent. */
export type InquiryRejection = 'already_requested' | 'in_flight' | null;

type Props = NonNullable<Awaited<ReturnType<typeof findOperationOutcome>>> & { rejection: InquiryRejection };

const rejectionMessages = {
  already_requested: 'We sent an inquiry after you opened this page, so we didn’t send another. ',
  in_flight: 'An inquiry is still in progress, so we didn’t send another. ',
};

/** The acquirer's answer and the current state. */
export function InquiryResultBanner({
  rejection,
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
      ? (['The acquirer’s response: approved', 'positive'] as const)
      : status === 'FAILED'
        ? (['The acquirer’s response: declined', 'caution'] as const)
        : (['The acquirer doesn’t know yet', 'info'] as const);
  return (
    <div className="mb-6">
      <Banner tone={tone} title={title} announced>
        {rejection && rejectionMessages[rejection]}
        {getOperationLabel(type)} of <Money amount={amount} currency={currency} />
        {declineCode && ` (${declineCode.replaceAll('_', ' ')})`}.{' '}
        {status === 'PENDING' && (
          <>
            Inquired {pluralize(inquiries, 'time')};{' '}
            {inquireAt ? (
              <>
                next inquiry <Time at={inquireAt} />
              </>
            ) : (
              'no more automatic inquiries'
            )}
            .{' '}
          </>
        )}
        <TextLink to={`/support/transactions/${transactionId}`}>View transaction</TextLink>
      </Banner>
    </div>
  );
}
