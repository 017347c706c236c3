import { Button } from '~/ui/forms/button';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { Field } from '~/ui/forms/field';
import { Form } from '~/ui/forms/form';
import { useErrorSummary, type RejectedForm } from '../../forms/rejected-form';

/** A full page load, so that the field is empty for the next host. */
export function AddHost({ path, rejected }: { path: string; rejected: RejectedForm | undefined }) {
  const errors = useErrorSummary(rejected, ['host']);
  return (
    <Form method="post" action={path} reloadDocument noValidate>
      <ErrorSummary errors={errors} />
      <div className="flex flex-wrap items-end gap-3">
        <Field
          name="host"
          label="Host"
          hint="For example, shop.example. You can also paste a URL. Include the port if it isn’t 443."
          autoCapitalize="none"
          autoComplete="off"
          inputMode="url"
          spellCheck={false}
          defaultValue={rejected?.input.host}
          error={rejected?.errors.host}
          required
          className="w-full sm:w-96"
        />
        <Button type="submit">Add</Button>
      </div>
    </Form>
  );
}
