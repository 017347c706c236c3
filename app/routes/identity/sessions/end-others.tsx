import { Button } from '~/ui/forms/button';
import { Form } from '~/ui/forms/form';

/** A button to end all other sessions. */
export function EndOthers({ path }: { path: string }) {
  return (
    <Form method="post" action={path} reloadDocument>
      <Button type="submit" variant="secondary" size="small" name="others" value="yes">
        End all others
      </Button>
    </Form>
  );
}
