import { Bookmark } from 'lucide-react';
import { maximumViewNameLength } from '~/payments/text-limits';
import { Button } from '~/ui/forms/button';
import { CheckboxField } from '~/ui/forms/checkbox-field';
import { Field } from '~/ui/forms/field';
import { Form } from '~/ui/forms/form';
import { ToolbarMenu } from '~/ui/forms/toolbar-menu';
import { TextLink } from '~/ui/content/text-link';

/** Saves the current filter under a name. */
export function SaveView({ query }: { query: string }) {
  return (
    <ToolbarMenu title="Save as view" icon={Bookmark}>
      <Form method="post" action="/transactions/views" className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <input type="hidden" name="query" value={query} />
        <Field
          id="view-name"
          name="name"
          label="View name"
          maxLength={maximumViewNameLength}
          autoComplete="off"
          className="w-full sm:w-72"
        />
        <CheckboxField id="view-shared" name="shared" value="yes" label="Share with the team" />
        <Button type="submit" variant="secondary">
          Save view
        </Button>
        <TextLink to="/transactions/views">All saved views</TextLink>
      </Form>
    </ToolbarMenu>
  );
}
