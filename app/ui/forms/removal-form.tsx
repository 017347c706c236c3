import { Button } from './button';
import { Form } from './form';
import { TextLink } from '../content/text-link';

type Props = {
  submitLabel: string;
  cancelUrl: string;
  cancelLabel?: string;
  name?: string;
  value?: string;
  /** Hidden fields. */
  fields?: Record<string, string>;
  action?: string;
};

/** The confirmation of a removal. Its page describes the consequences. */
export function RemovalForm({
  submitLabel,
  cancelUrl,
  cancelLabel = 'Cancel',
  name,
  value,
  fields = {},
  action,
}: Props) {
  return (
    <Form
      method="post"
      action={action}
      reloadDocument
      className="flex flex-wrap items-center gap-x-6 gap-y-3"
    >
      {Object.entries(fields).map(([field, text]) => (
        <input key={field} type="hidden" name={field} value={text} />
      ))}
      <Button type="submit" variant="danger" name={name} value={value}>
        {submitLabel}
      </Button>
      <TextLink to={cancelUrl}>{cancelLabel}</TextLink>
    </Form>
  );
}
