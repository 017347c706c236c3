import type { WaysToConfirm } from '~/identity/passkey-confirmation';
import { Button } from '~/ui/button';
import { Card } from '~/ui/card';
import { Form } from '~/ui/form';
import type { RefusedForm } from '../../refused-form';
import { ConfirmFields } from '../confirm-fields';

type Props = { title: string; field: string; to: string; submit: string; ways: WaysToConfirm; refused?: RefusedForm; children: string };

/** A change for which its person shows that they are still the one. */
export function CodeForm({ title, field, to, submit, ways, refused, children }: Props) {
  return (
    <Card title={title}>
      <p className="mb-5 max-w-2xl text-ink-soft">{children}</p>
      <Form method="post" reloadDocument noValidate className="max-w-md space-y-5">
        <ConfirmFields name={field} to={to} ways={ways} error={refused?.errors[field]} />
        <Button type="submit" variant="secondary">
          {submit}
        </Button>
      </Form>
    </Card>
  );
}
