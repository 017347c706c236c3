import { Bookmark } from 'lucide-react';
import { maximumViewNameLength } from '~/payments/text-limits';
import { Button } from '~/ui/forms/button';
import { CheckboxField } from '~/ui/forms/checkbox-field';
import { Field } from '~/ui/forms/field';
import { Form } from '~/ui/forms/form';
import { TextLink } from '~/ui/content/text-link';

/** Saves the current filter under a name. */
export function SaveView({ query }: { query: string }) {
  return (
    <details key={query} className="w-full rounded-xl border border-line bg-surface">
      <summary className="flex min-h-11 items-center gap-2 px-4 font-medium">
        <Bookmark size={18} aria-hidden="true" className="text-ink-soft" />
        Save as view
      </summary>
      <Form
        method="post"
        action="/transactions/views"
        className="flex flex-wrap items-end gap-x-6 gap-y-3 border-t border-line p-4"
      >
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
    </details>
  );
}
