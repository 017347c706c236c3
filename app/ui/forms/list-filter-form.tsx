import type { ComponentPropsWithoutRef } from 'react';
import { Button, ButtonLink } from './button';
import { Form } from './form';

type Props = ComponentPropsWithoutRef<typeof Form> & {
  /** What the address asks for, by which the fields are drawn again when that changes. */
  filter: unknown;
  /** Where the whole list is; false while it is shown. */
  resetUrl: string | false;
  submitLabel?: string;
};

/** Narrows a list down: a plain form that ends up in the address, and the way back to all of it. */
export function ListFilterForm({ filter, resetUrl, submitLabel = 'Filter', children, ...props }: Props) {
  return (
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
  );
}
