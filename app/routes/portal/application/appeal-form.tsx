import { useNavigation } from '@remix-run/react';
import { maxTextLength } from '~/merchants/applications/questions/text-input';
import { Button } from '~/ui/forms/button';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { Form } from '~/ui/forms/form';
import { TextAreaField } from '~/ui/forms/text-area-field';
import { useErrorSummary, type RejectedForm } from '../../forms/rejected-form';

/** The form to appeal a rejection. */
export function AppealForm({ rejected }: { rejected: RejectedForm | undefined }) {
  const errors = useErrorSummary(rejected, ['message']);
  const pending = useNavigation().state === 'submitting';
  return (
    <Form method="post" noValidate className="max-w-2xl space-y-5">
      <ErrorSummary errors={errors} />
      <TextAreaField
        name="message"
        label="Why do you think the decision is wrong?"
        hint="20 to 2,000 characters. A different reviewer reads this together with your application."
        defaultValue={rejected?.input.message}
        error={rejected?.errors.message}
        maxLength={maxTextLength}
        required
      />
      <Button type="submit" variant="secondary" pending={pending}>
        Appeal
      </Button>
    </Form>
  );
}
