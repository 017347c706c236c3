import { Check, PencilLine, X, type LucideIcon } from 'lucide-react';
import { useContext, useRef, useState } from 'react';
import type { CaseItem } from '~/merchants/applications/review/review-case';
import type { ItemReviewInput } from '~/merchants/applications/review/item-reviews';
import { toItemReviewText } from '~/merchants/applications/review/item-review-text';
import { Button } from '~/ui/forms/button';
import { SelectField } from '~/ui/forms/select-field';
import { useHydrated } from '~/ui/forms/use-hydrated';
import { MessageField } from '../reason-form/message-field';
import { addReasonTemplate, getReasonTemplates } from './reason-templates';
import { itemReviewFieldNames } from './item-review-form';
import { ItemReviewChange } from './use-item-reviews';

const choices: readonly { value: 'accepted' | 'change'; text: string; icon: LucideIcon; tone: string }[] = [
  {
    value: 'accepted',
    text: 'Accept',
    icon: Check,
    tone: 'has-checked:bg-positive-soft has-checked:text-positive',
  },
  {
    value: 'change',
    text: 'Request change',
    icon: PencilLine,
    tone: 'has-checked:bg-caution-soft has-checked:text-caution',
  },
];

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
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const isHydrated = useHydrated();
  const name = itemReviewFieldNames.result(key);
  const noteChange = useContext(ItemReviewChange);
  // Reloaded data changes neither the choice nor this.
  const [seen] = useState(toItemReviewText({ result: outcome, reason }));
  const addTemplate = (template: string) => {
    const textArea = fieldset.current?.querySelector('textarea');
    if (template && textArea) textArea.value = addReasonTemplate(key, textArea.value, template);
  };
  const clear = () => {
    const checked = fieldset.current?.querySelector<HTMLInputElement>('input:checked');
    if (!checked) return;
    checked.checked = false;
    noteChange();
    checked.focus();
  };
  return (
    <fieldset ref={fieldset} className="group min-w-0">
      <legend className="sr-only">Review of {label}</legend>
      <input type="hidden" name={name} value="undecided" />
      <input type="hidden" name={itemReviewFieldNames.seen(key)} value={seen} />
      <div className="flex flex-wrap items-center gap-1">
        <div className="flex flex-wrap gap-1 rounded-lg bg-sunken p-1 text-sm">
          {choices.map(({ value, text, icon: Icon, tone }) => (
            <label
              key={value}
              className={`flex min-h-8 cursor-pointer items-center gap-1.5 rounded-md px-2 font-medium text-ink-soft hover:text-ink has-checked:shadow-card has-focus-visible:outline-3 has-focus-visible:outline-(--text-color-accent) ${tone}`}
            >
              <input
                type="radio"
                name={name}
                value={value}
                defaultChecked={value === (submitted?.result ?? outcome)}
                className="sr-only"
              />
              <Icon size={15} aria-hidden="true" />
              {text}
            </label>
          ))}
        </div>
        {isHydrated && (
          <span className="invisible group-has-[input:checked]:visible">
            <Button
              variant="quiet"
              size="small"
              title="Clear"
              aria-label={`Clear the review of ${label}`}
              onClick={clear}
              className="min-h-8 px-2 text-ink-soft"
            >
              <X size={15} aria-hidden="true" />
            </Button>
          </span>
        )}
      </div>
      <div className="mt-2 hidden space-y-3 group-has-[[value=change]:checked]:block">
        <SelectField
          name={itemReviewFieldNames.template(key)}
          label="Common reasons"
          defaultValue=""
          onChange={(event) => addTemplate(event.target.value)}
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
