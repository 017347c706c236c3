import { Button } from './button';
import { Form } from './form';
import { TextLink } from '../content/text-link';

type Props = {
  submitLabel: string;
  cancelUrl: string;
  cancelLabel?: string;
  name?: string;
  value?: string;
  action?: string;
};

/** The confirmation of a removal. Its page describes the consequences. */
export function RemovalForm({ submitLabel, cancelUrl, cancelLabel = 'Cancel', name, value, action }: Props) {
  return (
    <Form
      method="post"
      action={action}
      reloadDocument
      className="flex flex-wrap items-center gap-x-6 gap-y-3"
    >
      <Button type="submit" variant="danger" name={name} value={value}>
        {submitLabel}
      </Button>
      <TextLink to={cancelUrl}>{cancelLabel}</TextLink>
    </Form>
  );
}
