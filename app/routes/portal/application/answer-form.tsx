import { useNavigate } from '@remix-run/react';
import { useMemo, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '~/ui/button';
import { ErrorSummary } from '~/ui/error-summary';
import { TextLink } from '~/ui/text-link';
import { AnswerRow } from './answer-field';
import type { AnswerField } from './fields.server';
import { useSaving } from './use-saving';
import { wrongAnswers, type Wrong } from './wrong-answers';

type Props = {
  fields: AnswerField[];
  /** What was wrong when the page's own form came back. */
  refused: Partial<Wrong> | undefined;
  /** Takes single answers, with scripts. Without, the page itself takes all of them. */
  saveTo: string;
  next: string;
  submit: string;
  /** What stands between the fields and the button, with forms of its own. */
  children?: ReactNode;
};

/** Questions whose answers are kept as one goes along. Gaps may stay; a wrong answer is told before one goes on. */
export function AnswerForm({ fields: drawn, refused, saveTo, next, submit, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const { fields, progress, saveTyped, settle } = useSaving({ form, saveTo, drawn });
  const [told, setTold] = useState<Partial<Wrong> | null>(refused ?? null);
  const errors = useMemo(() => Object.entries(told ?? {}).map(([fieldId, messages]) => ({ fieldId, message: messages![0]! })), [told]);

  async function goOn(event: FormEvent) {
    event.preventDefault();
    const kept = await settle();
    if (!kept) return;
    const wrong = wrongAnswers(kept);
    if (wrong && !told) setTold(wrong);
    else navigate(next);
  }

  return (
    <>
      <form
        ref={form}
        id="answers"
        method="post"
        noValidate
        onSubmit={(event) => void goOn(event)}
        onBlur={saveTyped}
        onChange={({ target }) => /radio|select/.test((target as EventTarget as HTMLInputElement).type) && saveTyped()}
      >
        <ErrorSummary errors={errors} />
        <div className="space-y-8">
          {fields.map((field) => (
            <AnswerRow key={field.name} field={{ ...field, fault: field.fault ?? refused?.[field.name]?.[0] ?? null }} progress={progress[field.name]} />
          ))}
        </div>
      </form>
      {children}
      <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button type="submit" form="answers">
          {submit}
        </Button>
        {told && <TextLink to={next}>Go on, and come back to this later</TextLink>}
      </div>
    </>
  );
}
