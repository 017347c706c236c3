import { useRef } from 'react';
import type { CaseItem } from '~/merchants/applications/review/review-case';
import type { ItemReviewInput } from '~/merchants/applications/review/item-reviews';
import { SelectField } from '~/ui/forms/select-field';
import { MessageField } from '../reason-form/message-field';
import { getReasonTemplates } from './reason-templates';
import { itemReviewFieldNames } from './item-review-form';

const choices = [
  ['accepted', 'Accept'],
  ['change', 'Request change'],
  ['undecided', 'Undecided'],
] as const;

/** The review of one item. Requesting a change reveals its reason, also without scripts. */
export function ItemReviewFields({
  item: { key, label, outcome, reason },
  submitted,
  error,
}: {
  item: CaseItem;
  submitted: ItemReviewInput | undefined;
  error: string | undefined;
}) {
  const fieldsetRef = useRef<HTMLFieldSetElement>(null);
  const fillReason = (text: string) => {
    const textArea = fieldsetRef.current?.querySelector('textarea');
    if (text && textArea) textArea.value = text;
  };
  return (
    <fieldset ref={fieldsetRef} className="group min-w-0">
      <legend className="sr-only">Review of {label}</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {choices.map(([value, text]) => (
          <label key={value} className="inline-flex min-h-9 items-center gap-2">
            <input
              type="radio"
              name={itemReviewFieldNames.result(key)}
              value={value}
              defaultChecked={value === (submitted?.result ?? outcome)}
              className="size-4 accent-accent"
            />
            {text}
          </label>
        ))}
      </div>
      <div className="mt-2 hidden space-y-3 group-has-[[value=change]:checked]:block">
        <SelectField
          name={itemReviewFieldNames.template(key)}
          label="Common reasons"
          defaultValue=""
          onChange={(event) => fillReason(event.target.value)}
          options={[
            { value: '', text: 'None' },
            ...getReasonTemplates(key).map((text) => ({ value: text, text })),
          ]}
        />
        <MessageField
          name={itemReviewFieldNames.reason(key)}
          label={
            <>
              Reason for the merchant<span className="sr-only">: {label}</span>
            </>
          }
          defaultValue={submitted?.reason ?? reason}
          error={error}
          rows={3}
        />
      </div>
    </fieldset>
  );
}
