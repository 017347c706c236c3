import { Button } from '~/ui/button';
import { Card } from '~/ui/card';
import { Form } from '~/ui/form';

/** A change of how somebody logs in, by one click. */
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
    <Card title={title}>
      <p className="mb-5 max-w-2xl text-ink-soft">{children}</p>
      <Form method="post" reloadDocument>
        <Button type="submit" variant="secondary" name={name} value="yes">
          {submit}
        </Button>
      </Form>
    </Card>
  );
}
