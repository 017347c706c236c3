import { useState } from 'react';
import { linkLimits } from '~/payments/payment-links/payment-link';
import type { Environment } from '~/platform/environment';
import { Button, ButtonLink } from '~/ui/forms/button';
import { CheckboxField } from '~/ui/forms/checkbox-field';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { Field } from '~/ui/forms/field';
import { Form } from '~/ui/forms/form';
import { LostRequestBanner } from '~/ui/forms/lost-request-banner';
import { RadioField } from '~/ui/forms/radio-field';
import { SelectField } from '~/ui/forms/select-field';
import { TextAreaField } from '~/ui/forms/text-area-field';
import { useCheckedSubmit } from '~/ui/forms/use-checked-submit';
import { useHydrated } from '~/ui/forms/use-hydrated';
import { Panel } from '~/ui/layout/panel';
import { useErrorSummary, type RejectedForm } from '../../forms/rejected-form';
import { listOptions } from '../checkout-design/design-labels';
import { getRowCount, itemFields, listLinkFields } from './link-fields';

type Props = {
  environment: Environment;
  /** Identifies the form, so that a double-click creates one link. */
  formId: string;
  currencies: readonly { value: string; text: string }[];
  rejected: RejectedForm | undefined;
};

const amountInput = { inputMode: 'decimal', autoComplete: 'off', maxLength: 20 } as const;
const quantityInput = { inputMode: 'numeric', autoComplete: 'off', maxLength: 3 } as const;

/** Only CSS hides the fields of the other choice, so that the form works without scripts. */
export function NewLinkForm({ environment, formId, currencies, rejected }: Props) {
  const input = rejected?.input ?? {};
  const rows = getRowCount({ rows: input.rows ?? '1' });
  const errors = useErrorSummary(rejected, listLinkFields(rows));
  const wasItemAdded = rejected !== undefined && !Object.keys(rejected.errors).length;
  const [chosenCurrency, setCurrency] = useState(input.currency ?? 'EUR');
  // Without scripts, the label can't follow the choice.
  const currency = useHydrated() ? ` (${chosenCurrency})` : '';
  const { problem, onSubmit } = useCheckedSubmit();
  const field = (name: string) => ({ name, defaultValue: input[name], error: rejected?.errors[name] });
  return (
    <Form
      method="post"
      action="/payment-links/new"
      reloadDocument
      noValidate
      onSubmit={onSubmit}
      className="max-w-3xl space-y-6"
    >
      {/* The first button of a form is the one that the Enter key presses. */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" />
      <ErrorSummary errors={errors} />
      <input type="hidden" name="environment" value={environment} />
      <input type="hidden" name="form_id" value={formId} />
      <input type="hidden" name="rows" value={rows} />
      <Panel title="Product and price">
        <div className="group space-y-6">
          <Field
            {...field('name')}
            label="Name"
            hint={
              <>
                <span className="group-has-[#kind-amount:checked]:hidden">
                  Payers see it, for example, Workshop on June 12. If you leave it empty, the link is named
                  after its first item.
                </span>
                <span className="group-has-[#kind:checked]:hidden">
                  Payers see it, for example, Donation for the school garden.
                </span>
              </>
            }
            maxLength={120}
            autoComplete="off"
          />
          <SelectField
            {...field('currency')}
            defaultValue={input.currency ?? 'EUR'}
            label="Currency"
            options={currencies}
            onChange={({ target }) => setCurrency(target.value)}
            className="max-w-96"
          />
          <RadioField
            {...field('kind')}
            defaultValue={input.kind || 'items'}
            label="Price"
            options={[
              { value: 'items', text: 'Items with a fixed price' },
              { value: 'amount', text: 'Payers choose the amount', hint: 'For example, for donations.' },
            ]}
          />
          <div className="space-y-6 group-has-[#kind-amount:checked]:hidden">
            {Array.from({ length: rows }, (_, index) => (
              <ItemFields
                key={index}
                index={index}
                currency={currency}
                field={field}
                isChecked={input[itemFields(index).adjustable] === 'yes'}
                isNew={wasItemAdded && index === rows - 1}
              />
            ))}
            {rows < linkLimits.items ? (
              <Button type="submit" name="add_item" value="yes" variant="secondary">
                Add another item
              </Button>
            ) : (
              <p className="text-sm text-ink-soft">A link can have up to {linkLimits.items} items.</p>
            )}
          </div>
          <div className="grid items-end gap-4 group-has-[#kind:checked]:hidden sm:grid-cols-3">
            <Field {...field('minimum')} label={`Lowest amount${currency}`} {...amountInput} />
            <Field {...field('maximum')} label={`Highest amount${currency}`} {...amountInput} />
            <Field {...field('suggested')} label={`Suggested amount${currency}`} optional {...amountInput} />
          </div>
          <SelectField
            {...field('button_text')}
            label="Button text"
            hint="The amount is added after the text, in the payer’s language."
            className="max-w-96"
            options={[{ value: '', text: 'Use checkout design' }, ...listOptions('payWord')]}
          />
        </div>
      </Panel>
      <Panel title="Payer details">
        <div className="space-y-5">
          <SelectField
            {...field('billing')}
            label="Billing details"
            className="max-w-96"
            options={[
              { value: '', text: 'Use account settings' },
              { value: 'minimal:false', text: 'Country and postal code, optional' },
              { value: 'minimal:true', text: 'Country and postal code, required' },
              { value: 'full:false', text: 'Full address, optional' },
              { value: 'full:true', text: 'Full address, required' },
            ]}
          />
          <CheckboxField
            name="email_required"
            value="yes"
            label="Payers must enter an email address"
            defaultChecked={input.email_required === 'yes'}
          />
        </div>
      </Panel>
      <Panel title="After the payment">
        <div className="group space-y-5">
          <RadioField
            {...field('after')}
            defaultValue={input.after || 'text'}
            label="Page after the payment"
            options={[
              { value: 'text', text: 'A thank-you page' },
              { value: 'redirect', text: 'Your own page' },
            ]}
          />
          <div className="group-has-[#after-redirect:checked]:hidden">
            <TextAreaField
              {...field('thank_you_text')}
              label="Thank-you text"
              optional
              rows={3}
              maxLength={1000}
            />
          </div>
          <div className="group-has-[#after:checked]:hidden">
            <Field
              {...field('redirect_url')}
              label="URL"
              hint="For example, https://shop.example/thanks"
              inputMode="url"
              autoComplete="off"
              maxLength={2048}
              spellCheck={false}
            />
          </div>
        </div>
      </Panel>
      <Panel title="Limits">
        <div className="grid items-end gap-4 sm:grid-cols-2">
          <Field
            {...field('expires_on')}
            type="date"
            label="Expiration date"
            optional
            hint="Payers can open the link until the end of this day in your account’s time zone."
          />
          <Field
            {...field('maximum_payments')}
            label="Maximum payments"
            optional
            hint="Enter 1 for an invoice."
            inputMode="numeric"
            autoComplete="off"
            maxLength={5}
          />
        </div>
      </Panel>
      <LostRequestBanner problem={problem} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit">Create link</Button>
        <ButtonLink to="/payment-links" variant="quiet">
          Cancel
        </ButtonLink>
      </div>
    </Form>
  );
}

type FieldOf = (name: string) => {
  name: string;
  defaultValue: string | undefined;
  error: string[] | undefined;
};

function ItemFields({
  index,
  currency,
  field,
  isChecked,
  isNew,
}: {
  index: number;
  /** In parentheses, for labels. */
  currency: string;
  field: FieldOf;
  isChecked: boolean;
  /** Just added: the person goes on with it. */
  isNew: boolean;
}) {
  const { name, price, quantity, adjustable, maximum } = itemFields(index);
  return (
    <fieldset className="group/item min-w-0 rounded-lg border border-line p-4">
      <legend className="px-1 text-sm font-medium text-ink-soft">Item {index + 1}</legend>
      <div className="grid items-end gap-4 sm:grid-cols-[minmax(0,1fr)_9rem_7rem]">
        <Field {...field(name)} label="Name" maxLength={120} autoComplete="off" autoFocus={isNew} />
        <Field {...field(price)} label={`Price${currency}`} {...amountInput} />
        <Field
          {...field(quantity)}
          label="Quantity"
          defaultValue={field(quantity).defaultValue || '1'}
          {...quantityInput}
        />
      </div>
      <div className="mt-4 flex flex-wrap items-end gap-x-6 gap-y-2">
        <CheckboxField
          name={adjustable}
          value="yes"
          label="Payers can change the quantity"
          defaultChecked={isChecked}
        />
        <div className="group-has-[[type=checkbox]:not(:checked)]/item:hidden">
          <Field
            {...field(maximum)}
            label="Maximum quantity"
            defaultValue={field(maximum).defaultValue || '10'}
            {...quantityInput}
            className="w-24"
          />
        </div>
      </div>
    </fieldset>
  );
}
