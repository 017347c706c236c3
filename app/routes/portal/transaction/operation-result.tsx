import type { ManualOperationResult } from '~/payments/operations/manual-operation-results';
import { Banner } from '~/ui/layout/banner';
import { describeOperationResult } from '~/ui/labels/operation-messages';
import { TextLink } from '~/ui/content/text-link';

/** What came of the form that was sent last: read from the payment, so that it is still true when the page is loaded again. */
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
