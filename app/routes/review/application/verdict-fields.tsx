import { useRef } from 'react';
import type { Item } from '~/merchants/applications/dossier';
import type { GivenVerdict } from '~/merchants/applications/verdicts';
import { SelectField } from '~/ui/select-field';
import { WordsField } from '../words-field';
import { reasonsFor } from './reason-templates';
import { fieldNames } from './verdict-form';

const choices = [
  ['accepted', 'Accept'],
  ['change', 'Ask for a change'],
  ['undecided', 'Undecided'],
] as const;

/** The verdict on one subject. Asking for a change opens its reason, also without scripts. */
export function VerdictFields({
  item: { key, label, verdict, reason },
  given,
  fault,
}: {
  item: Item;
  given: GivenVerdict | undefined;
  fault: string | undefined;
}) {
  const box = useRef<HTMLFieldSetElement>(null);
  const write = (text: string) => {
    const area = box.current?.querySelector('textarea');
    if (text && area) area.value = text;
  };
  return (
    <fieldset ref={box} className="group min-w-0">
      <legend className="sr-only">Verdict on {label}</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {choices.map(([value, text]) => (
          <label key={value} className="inline-flex min-h-9 items-center gap-2">
            <input
              type="radio"
              name={fieldNames.verdict(key)}
              value={value}
              defaultChecked={value === (given?.verdict ?? verdict)}
              className="size-4 accent-accent"
            />
            {text}
          </label>
        ))}
      </div>
      <div className="mt-2 hidden space-y-3 group-has-[[value=change]:checked]:block">
        <SelectField
          name={fieldNames.template(key)}
          label="Usual reasons"
          defaultValue=""
          onChange={(event) => write(event.target.value)}
          options={[
            { value: '', text: 'None of them' },
            ...reasonsFor(key).map((text) => ({ value: text, text })),
          ]}
        />
        <WordsField
          name={fieldNames.reason(key)}
          label={
            <>
              Reason for the merchant<span className="sr-only">: {label}</span>
            </>
          }
          defaultValue={given?.reason ?? reason}
          error={fault}
          rows={3}
        />
      </div>
    </fieldset>
  );
}
