import { actionKinds } from '~/audit/action-words';
import { useBrandName } from '~/ui/brand';
import { Button, ButtonLink } from '~/ui/button';
import { Field } from '~/ui/field';
import { Form } from '~/ui/form';
import { SelectField } from '~/ui/select-field';
import type { TypedFilter } from './address';

type Props = { path: string; typed: TypedFilter; timeZone: string; filtered: boolean; actors: { who: string; name: string | null }[] };

export function FilterForm({ path, typed, timeZone, filtered, actors }: Props) {
  const brandName = useBrandName();
  const nameOf = ({ who, name }: Props['actors'][number]) => name ?? (who === 'staff' ? `Staff of ${brandName}` : `${brandName}, by itself`);
  return (
    <Form role="search" key={JSON.stringify(typed)} className="mb-6 flex flex-wrap items-end gap-3">
      <SelectField name="who" label="Person" defaultValue={typed.who} options={[{ value: '', text: 'Everybody' }, ...actors.map((actor) => ({ value: actor.who, text: nameOf(actor) }))]} className="w-full sm:w-56" />
      <SelectField name="kind" label="Kind of action" defaultValue={typed.kind} options={[{ value: '', text: 'All' }, ...Object.entries(actionKinds).map(([value, text]) => ({ value, text }))]} className="w-full sm:w-56" />
      <Field name="from" type="date" label={`From (${timeZone})`} defaultValue={typed.from} className="min-w-36 flex-1 sm:flex-none" />
      <Field name="to" type="date" label={`To (${timeZone})`} defaultValue={typed.to} className="min-w-36 flex-1 sm:flex-none" />
      <Field name="subject" type="search" label="About (a whole id)" defaultValue={typed.subject} maxLength={255} className="w-full sm:w-72" />
      <Button type="submit" variant="secondary">
        Filter
      </Button>
      {filtered && (
        <ButtonLink to={path} variant="quiet">
          Clear
        </ButtonLink>
      )}
    </Form>
  );
}
