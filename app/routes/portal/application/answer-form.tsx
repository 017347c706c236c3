import { useNavigate } from '@remix-run/react';
import { useMemo, useRef, useState, type FormEvent } from 'react';
import { Button } from '~/ui/forms/button';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { Form } from '~/ui/forms/form';
import { TextLink } from '~/ui/content/text-link';
import { AnswerRow } from './answer-field';
import type { Asked } from './answers-reply';
import { DocumentList } from './document-list';
import { useSaving } from './use-saving';
import { wrongAnswers, type Wrong } from './wrong-answers';

type Props = {
  drawn: Asked;
  /** What was wrong when the page's own form came back. */
  refused: Partial<Wrong> | undefined;
  /** Takes single answers, with scripts. Without, the page itself takes all of them. */
  saveTo: string;
  next: string;
  submit: string;
};

/** Questions, kept as one goes along, and the documents that prove the answers. Gaps may stay; what is wrong is told before one goes on. */
export function AnswerForm({ drawn, refused, saveTo, next, submit }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const { asked, progress, saveTyped, settle } = useSaving({ form, saveTo, drawn });
  const [told, setTold] = useState<Partial<Wrong> | null>(refused ?? null);
  const errors = useMemo(
    () => Object.entries(told ?? {}).map(([fieldId, messages]) => ({ fieldId, message: messages![0]! })),
    [told],
  );

  async function goOn(event: FormEvent) {
    event.preventDefault();
    const kept = await settle();
    if (!kept) return;
    const wrong = wrongAnswers(kept.fields);
    const isNews = Object.entries(wrong ?? {}).some(([name, messages]) => messages[0] !== told?.[name]?.[0]);
    if (isNews) setTold(wrong);
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
        onBlur={saveTyped}
        onChange={({ target }) =>
          /radio|select/.test((target as EventTarget as HTMLInputElement).type) && saveTyped()
        }
      >
        <ErrorSummary errors={errors} />
        <div className="space-y-3">
          {asked.fields.map((field) => (
            <AnswerRow
              key={field.name}
              field={{ ...field, fault: field.fault ?? refused?.[field.name]?.[0] ?? null }}
              progress={progress[field.name]}
            />
          ))}
        </div>
      </Form>
      {/* Outside of the form: documents have forms of their own. */}
      <DocumentList places={asked.places} />
      <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button type="submit" form="answers">
          {submit}
        </Button>
        {told && <TextLink to={next}>Go on, and come back to this later</TextLink>}
      </div>
    </>
  );
}
