import { useState, type ReactNode } from 'react';
import { maxStoredLength } from '~/merchants/applications/questions/text-input';
import { Field } from '~/ui/forms/field';
import { RadioField } from '~/ui/forms/radio-field';
import { SelectField } from '~/ui/forms/select-field';
import { TextAreaField } from '~/ui/forms/text-area-field';
import type { Progress } from './answer-saver';
import type { AnswerField } from './fields.server';

type RowProps = { field: AnswerField; progress?: Progress; isTyping: boolean };

/** A question with the reason for asking and the state of its answer. */
export function AnswerRow({ field: answered, progress, isTyping }: RowProps) {
  const fault = useVisibleFault(answered.fault, isTyping);
  const field = { ...answered, fault };
  const { name, mark, why, isOpen } = field;
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-1.5 lg:grid-cols-[minmax(0,1fr)_16rem]">
      <div className="min-w-0">
        {isOpen ? <Input field={field} /> : <ReadOnlyAnswer field={field} />}
        {isOpen && <input type="hidden" name={`${name}.mark`} value={mark} />}
      </div>
      <p className="max-w-xl text-sm text-ink-soft lg:row-span-2 lg:pt-8">
        <span className="font-medium">Why we ask: </span>
        {why}
      </p>
      <p role="status" className="min-h-5 text-sm text-ink-soft">
        {progress && (fault === answered.fault || progress !== 'saved') && texts(progress, fault)}
      </p>
    </div>
  );
}

/** An answer that isn't finished has no new error, and no error that doesn't apply anymore. */
function useVisibleFault(fault: string | null, isTyping: boolean): string | null {
  const [visible, setVisible] = useState(fault);
  if ((!isTyping || !fault) && visible !== fault) setVisible(fault);
  return visible;
}

function ReadOnlyAnswer({ field: { label, displayValue } }: { field: AnswerField }) {
  return (
    <dl>
      <dt className="mb-1 font-medium">{label}</dt>
      <dd className="break-words whitespace-pre-line">
        {displayValue || <span className="text-ink-soft">Not answered</span>}
      </dd>
    </dl>
  );
}

function Input({ field }: { field: AnswerField }) {
  const taken = useTakenValue(field);
  const { name, label, optional, value, fault, kind, options = [], inputMode, autoComplete, secret } = field;
  const common = {
    name,
    label,
    optional,
    hint: getHint(field),
    error: fault ?? undefined,
    defaultValue: value,
  };
  if (kind === 'choice') return <RadioField {...common} options={options} />;
  if (kind === 'select') return <SelectField {...common} options={options} autoComplete={autoComplete} />;
  if (kind === 'text') return <TextAreaField {...common} maxLength={maxStoredLength} />;
  const verbatim = inputMode === 'email' || inputMode === 'url' || secret;
  return (
    <Field
      key={secret ? taken : name}
      {...common}
      maxLength={maxStoredLength}
      inputMode={inputMode}
      autoComplete={autoComplete}
      spellCheck={!verbatim}
      autoCapitalize={verbatim ? 'none' : undefined}
    />
  );
}

/**
 * The last valid value. A secret is shown again, masked, after a change. An invalid one stays, to be
 * corrected.
 */
function useTakenValue({ value, fault }: AnswerField): string {
  const [taken, setTaken] = useState(value);
  if (!fault && taken !== value) setTaken(value);
  return taken;
}

function getHint({ hint, requestedChange }: AnswerField): ReactNode {
  if (!requestedChange) return hint;
  return (
    <>
      <span className="mb-1.5 block rounded-md bg-caution-soft px-3 py-2 text-ink">
        <span className="font-medium">Message from the reviewer: </span>
        {requestedChange}
      </span>
      {hint}
    </>
  );
}

function texts(progress: Progress, fault: string | null): string {
  if (progress === 'saving') return '';
  if (progress === 'saved') return fault ? 'Needs a change: see above' : 'Saved';
  if (progress === 'closed')
    return 'Not saved: this answer can no longer be changed. Reload the page to see your application’s status.';
  if (progress === 'logged_out')
    return 'Not saved yet: you’re logged out. Log in from another tab. Your changes stay here and are saved then.';
  if (progress === 'elsewhere')
    return 'Not saved yet: you switched to another account in another tab. Switch back there. Your changes stay here and are saved then.';
  return 'Not saved yet: there’s no connection. Your changes stay here, and we keep trying.';
}
