import type { ManualOperationResult } from '~/payments/operations/manual-operation-results';
import { Banner } from '~/ui/layout/banner';
import { describeOperationResult } from '~/ui/labels/operation-messages';
import { TextLink } from '~/ui/content/text-link';

/** The result of the last submission, read from the payment, so that it's still correct after a reload. */
export function OperationResult({ result, currency }: { result: ManualOperationResult; currency: string }) {
  const { title, text, tone } = describeOperationResult(result, currency);
  return (
    <div className="mb-6">
      <Banner tone={tone} title={title} announced>
        {text} {result.refundId && <TextLink to={`/transactions/${result.refundId}`}>View refund</TextLink>}
      </Banner>
    </div>
  );
}
