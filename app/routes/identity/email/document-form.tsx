import { type ReactNode } from 'react';
import { Button } from '~/ui/forms/button';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { Form } from '~/ui/forms/form';
import { useSubmitting } from '~/ui/forms/use-submitting';
import { useErrorSummary, useRejectedForm } from '../../forms/rejected-form';

type Props = {
  fields: readonly string[];
  submit: string;
  variant?: 'primary' | 'secondary' | 'danger';
  /** Not yet: the button stays and does nothing. */
  waiting?: boolean;
  after?: ReactNode;
  children?: ReactNode;
};

/**
 * A form with a full-page response, with and without scripts: password managers notice the login, the title
 * says "Error", and a new session starts with nothing left of the old one.
 */
export function DocumentForm({ fields, submit, variant, waiting, after, children }: Props) {
  const rejected = useRejectedForm();
  const errors = useErrorSummary(rejected, fields);
  const [sending, send] = useSubmitting();
  return (
    <>
      <ErrorSummary errors={errors} />
      <Form method="post" reloadDocument noValidate onSubmit={send} className="space-y-5">
        {children}
        <Button type="submit" size="wide" variant={variant} pending={sending || waiting}>
          {submit}
        </Button>
        {after}
      </Form>
    </>
  );
}
