import type { ViewProblem } from '~/payments/reporting/saved-views';
import { maximumViewNameLength } from '~/payments/text-limits';
import { CheckboxField } from '~/ui/forms/checkbox-field';
import { Field } from '~/ui/forms/field';

/** The error message for a view. */
export const viewProblemMessages: Record<ViewProblem, string> = {
  name_missing: 'Enter a name for the view',
  name_too_long: `Enter a name of at most ${maximumViewNameLength} characters`,
  unseen_characters: 'Enter the name without invisible characters',
  name_taken: 'You already have a view with this name. Enter a different name',
  card_number: 'This looks like a card number. Enter a different name',
  nothing_filtered: 'Filter the list before you save a view',
  filter_too_long: 'This filter is too long to save. Shorten the search, then try again',
  too_many_views: 'You’ve reached the limit of saved views. Delete one you no longer need',
};

/** A view's name and visibility. */
export function ViewFields({ name, shared, error }: { name?: string; shared: boolean; error?: string[] }) {
  return (
    <>
      <Field
        name="name"
        label="View name"
        defaultValue={name}
        error={error}
        maxLength={maximumViewNameLength}
        autoComplete="off"
        className="w-full sm:w-80"
      />
      <CheckboxField name="shared" value="yes" label="Share with the team" defaultChecked={shared} />
    </>
  );
}
