import type { ComponentPropsWithoutRef } from 'react';
import { Button, ButtonLink } from './button';
import { describeResult, FilterResult, type ResultCount } from './filter-result';
import { Form } from './form';

type Props = ComponentPropsWithoutRef<typeof Form> & {
  /** The current filter. The fields are rendered again when it changes. */
  filter: unknown;
  /** The URL of the unfiltered list. False when it isn't filtered. */
  resetUrl: string | false;
  submitLabel?: string;
  result: ResultCount;
};

/** A plain GET form that filters a list, with a link to clear it and its result. */
export function ListFilterForm({
  filter,
  resetUrl,
  submitLabel = 'Filter',
  result,
  children,
  ...props
}: Props) {
  return (
    <>
      <Form
        role="search"
        key={JSON.stringify(filter)}
        className="mb-6 flex flex-wrap items-end gap-3"
        {...props}
      >
        {children}
        <div className="flex gap-3">
          <Button type="submit" variant="secondary">
            {submitLabel}
          </Button>
          {resetUrl && (
            <ButtonLink to={resetUrl} variant="quiet">
              Clear
            </ButtonLink>
          )}
        </div>
      </Form>
      <FilterResult filter={filter}>{describeResult(result)}</FilterResult>
    </>
  );
}
