import { Form } from '@remix-run/react';
import { Search } from 'lucide-react';
import { useEffect, useRef, type FormEvent } from 'react';
import { maximumLineUnits } from '~/platform/text/line-input';
import { redactSearchInput } from '~/support/query/input-redaction';
import { Button } from '~/ui/forms/button';
import { Field } from '~/ui/forms/field';
import { TimeZoneField } from '~/ui/forms/time-zone-field';
import { searchPath } from './search-url';

/** The search box and the choice of a time zone. */
export function SearchForm({
  q,
  clock,
  timeZones,
}: {
  q: string;
  clock?: string;
  timeZones: readonly string[];
}) {
  const form = useRef<HTMLFormElement>(null);
  // The field stays, with the focus, when the search is another one: secrets were removed, or a link led to it.
  useEffect(() => {
    (form.current!.elements.namedItem('q') as HTMLInputElement).value = q;
  }, [q]);
  return (
    <Form
      ref={form}
      role="search"
      action={searchPath}
      onSubmit={removeCardNumbers}
      className="mb-8 grid items-end gap-3 lg:grid-cols-[minmax(0,1fr)_16rem_auto]"
    >
      <Field
        name="q"
        type="search"
        label="Search"
        hint="last four 4242, about 40 dollars, yesterday afternoon · an ID or order number, or its end · a decline reason · a merchant’s payout · a payer’s or merchant’s name · an email address"
        defaultValue={q}
        maxLength={maximumLineUnits}
        autoComplete="off"
        autoFocus={!q}
      />
      <TimeZoneField
        key={clock}
        name="clock"
        timeZones={timeZones}
        defaultValue={clock}
        emptyText="Each merchant’s own"
      />
      <Button type="submit">
        <Search size={18} aria-hidden="true" />
        Search
      </Button>
    </Form>
  );
}

/**
 * Secrets are removed before they reach a URL. Without scripts, the response redirects to a URL without them.
 */
function removeCardNumbers(event: FormEvent<HTMLFormElement>): void {
  const input = event.currentTarget.elements.namedItem('q') as HTMLInputElement;
  input.value = redactSearchInput(input.value).text;
}
