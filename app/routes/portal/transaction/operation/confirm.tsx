import { formatAmount } from '~/platform/money/money';
import { Button } from '~/ui/forms/button';
import { CodeBlock } from '~/ui/content/code-block';
import { DescriptionList } from '~/ui/content/description-list';
import { Form } from '~/ui/forms/form';
import {
  describeConsequences,
  describeManualOperation,
  manualOperationLabels,
  type OperationPreview,
} from '~/ui/labels/operation-messages';
import { TextLink } from '~/ui/content/text-link';
import { useSubmitting } from '~/ui/forms/use-submitting';
import type { OperationInput } from './read-form';

export type ConfirmationData = {
  input: Omit<OperationInput, 'step'>;
  intention: OperationPreview;
  holdEnds: string | null;
  asksForSecondFactor: boolean;
  curl: string;
};

/** Says exactly what will happen, and does it. */
export function Confirm({
  requested: { input, intention, holdEnds, asksForSecondFactor, curl },
  path,
}: {
  requested: ConfirmationData;
  path: string;
}) {
  const { operation, amount, currency } = intention;
  // Submitted again from a page restored by the back button, the form has one effect.
  const [sending, send] = useSubmitting();
  return (
    <>
      <p className="text-lg font-semibold">{describeManualOperation(intention)}</p>
      <p className="mt-1.5 mb-5 text-ink-soft">{describeConsequences(intention, holdEnds)}</p>
      {input.reason.trim() && <DescriptionList items={[['Reason', input.reason.trim()]]} />}
      {asksForSecondFactor && (
        <p className="mt-5">
          Next, confirm with your second factor. Your account requires it when refunds add up to more than a
          limit.
        </p>
      )}
      <Form
        method="post"
        reloadDocument
        onSubmit={send}
        className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3"
      >
        {Object.entries(input).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} autoComplete="off" />
        ))}
        {/* A field, so that it's sent although the button is disabled. */}
        <input type="hidden" name="step" value="confirm" autoComplete="off" />
        <Button type="submit" pending={sending}>
          {operation === 'void' ? 'Release' : manualOperationLabels[operation]}{' '}
          {formatAmount(amount, currency)}
        </Button>
        {/* Of the other form. */}
        <Button type="submit" form="edit" name="step" value="edit" variant="secondary">
          Change
        </Button>
        <TextLink to={path}>Cancel</TextLink>
      </Form>
      <Form id="edit" method="post" reloadDocument>
        {Object.entries(input).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} autoComplete="off" />
        ))}
      </Form>
      <details className="mt-6">
        <summary className="font-medium text-accent underline underline-offset-4">Show API request</summary>
        <p className="my-3 text-ink-soft">
          It uses this form’s external_id, so if you send both, the money moves only once. Set TOKEN to an
          access token first.
        </p>
        <CodeBlock code={curl} label="API request" />
      </details>
    </>
  );
}
