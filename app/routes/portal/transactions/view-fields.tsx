import type { ViewProblem } from '~/payments/reporting/saved-views';
import { maximumViewNameLength } from '~/payments/text-limits';
import { CheckboxField } from '~/ui/forms/checkbox-field';
import { Field } from '~/ui/forms/field';

/** What is wrong with a view, in words. */
export const viewProblemMessages: Record<ViewProblem, string> = {
  name_missing: 'Enter a name for the view',
  name_too_long: `Enter a name of at most ${maximumViewNameLength} characters`,
  unseen_characters: 'Enter the name without invisible characters',
  name_taken: 'You have a view of this name. Enter another one',
  card_number: 'This looks like a card number. Enter another name',
  nothing_filtered: 'This view would show everything. Filter the list first, then save it',
  filter_too_long: 'This filter is too long to keep. Shorten what the list is searched for, then save it',
  too_many_views: 'You have as many views as there can be. Delete one that you no longer need',
};

/** Name of a view, and who sees it. */
export function ViewFields({ name, shared, error }: { name?: string; shared: boolean; error?: string[] }) {
  return (
    <>
      <Field
        name="name"
        label="Name of the view"
        defaultValue={name}
        error={error}
        maxLength={maximumViewNameLength}
        autoComplete="off"
        className="w-full sm:w-80"
      />
      <CheckboxField name="shared" value="yes" label="Share it with the team" defaultChecked={shared} />
    </>
  );
}
