import { Button } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { Form } from '~/ui/forms/form';

/** A one-click change of a login method. */
export function ChangeForm({
  title,
  name,
  submit,
  children,
}: {
  title: string;
  name: string;
  submit: string;
  children: string;
}) {
  return (
    <Panel title={title}>
      <p className="mb-5 max-w-2xl text-ink-soft">{children}</p>
      <Form method="post" reloadDocument>
        <Button type="submit" variant="secondary" name={name} value="yes">
          {submit}
        </Button>
      </Form>
    </Panel>
  );
}
