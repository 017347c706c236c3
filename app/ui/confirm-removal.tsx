import { Button } from './button';
import { Form } from './form';
import { TextLink } from './text-link';

type Props = {
  submit: string;
  keep: string;
  keepText?: string;
  name?: string;
  value?: string;
  action?: string;
};

/** The last step before something is gone. The page it stands on says what happens. */
export function ConfirmRemoval({ submit, keep, keepText = 'Keep it', name, value, action }: Props) {
  return (
    <Form
      method="post"
      action={action}
      reloadDocument
      className="flex flex-wrap items-center gap-x-6 gap-y-3"
    >
      <Button type="submit" variant="danger" name={name} value={value}>
        {submit}
      </Button>
      <TextLink to={keep}>{keepText}</TextLink>
    </Form>
  );
}
