import { useNavigate } from '@remix-run/react';
import { useRef, useState, type FormEvent } from 'react';
import { Button, ButtonLink } from '~/ui/forms/button';
import { ErrorSummary, type SummaryError } from '~/ui/forms/error-summary';
import { Form } from '~/ui/forms/form';
import { TextLink } from '~/ui/content/text-link';
import { AnswerRow } from './answer-field';
import type { RequestedAnswers } from './answers-reply';
import { DocumentList } from '../documents/document-list';
import { isTextField, useAutosave } from './use-autosave';
import { listInvalidAnswers, type InvalidAnswer } from './invalid-answers';

type Props = {
  fields: RequestedAnswers;
  /** The errors from submitting the page's own form. */
  rejected: Partial<InvalidAnswer> | undefined;
  /** The URL that saves single answers, with scripts. Without, the page itself saves all of them. */
  saveTo: string;
  next: string;
  submit: string;
};

/**
 * Questions that are saved as the person goes along, and the related documents. Gaps are allowed, and errors
 * are shown before continuing.
 */
export function AnswerForm({ fields, rejected, saveTo, next, submit }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const autosave = useAutosave({ form, saveTo, fields });
  const { requested, progress, activeField, noteTyping, leaveField, saveInput, settle } = autosave;
  const [errors, setErrors] = useState(() => listErrors(fields, rejected ?? {}));

  async function goOn(event: FormEvent) {
    event.preventDefault();
    const kept = await settle();
    if (!kept) return;
    const wrong = listInvalidAnswers(kept.fields);
    if (wrong) setErrors(listErrors(kept, wrong));
    else navigate(next);
  }

  return (
    <>
      <Form
        ref={form}
        id="answers"
        method="post"
        reloadDocument
        noValidate
        onSubmit={(event) => void goOn(event)}
        onBlur={leaveField}
        onChange={({ target }: FormEvent) => (isTextField(target) ? noteTyping(target.name) : saveInput())}
      >
        <ErrorSummary errors={errors} />
        <div className="space-y-6 lg:space-y-3">
          {requested.fields.map((field) => (
            <AnswerRow
              key={field.name}
              field={{ ...field, fault: field.fault ?? rejected?.[field.name]?.[0] ?? null }}
              progress={progress[field.name]}
              isTyping={field.name === activeField}
            />
          ))}
        </div>
      </Form>
      {/* Outside of the form, because documents have their own forms. */}
      <DocumentList places={requested.places} />
      <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
        {requested.fields.some(({ isOpen }) => isOpen) ? (
          <Button type="submit" form="answers">
            {submit}
          </Button>
        ) : (
          <ButtonLink to={next}>Continue</ButtonLink>
        )}
        {errors.length > 0 && <TextLink to={next}>Skip for now</TextLink>}
      </div>
    </>
  );
}

function listErrors({ fields }: RequestedAnswers, invalid: Partial<InvalidAnswer>): SummaryError[] {
  return fields.flatMap(({ name, label }) =>
    invalid[name] ? [{ fieldId: name, message: `${label}: ${invalid[name][0]!}` }] : [],
  );
}
