import { useRevalidator } from '@remix-run/react';
import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { postInBackground } from '~/ui/forms/background-post';
import { useFormContextUrl } from '~/ui/forms/form';
import { useRetry } from '~/ui/forms/use-retry';
import type { FormContextMismatch } from '~/ui/layout/form-context-mismatch';
import { createSaver, type Progress, type UnsavedAnswers } from './answer-saver';
import type { RequestedAnswers } from './answers-reply';
import type { AnswerField } from './fields.server';
import { usePressEnd } from './use-press-end';

const longestPauseSeconds = 30;
/** Each save is an entry of the audit log, so a pause to think shouldn't be one. */
const typingPauseMs = 5_000;
/** In the session's storage: the page was left while an answer was being saved. */
const leftWhileSaving = 'left-while-saving';

/**
 * Saves a form's answers when the person leaves a field or pauses. Questions and errors follow the server's last reply.
 * It doesn't use the router, so that input stays on the page whatever happens to a request.
 */
export function useAutosave({
  form,
  saveTo,
  fields,
}: {
  form: RefObject<HTMLFormElement>;
  saveTo: string;
  fields: RequestedAnswers;
}) {
  const [answered, setAnswered] = useState<RequestedAnswers | null>(null);
  const [progress, setProgress] = useState<Record<string, Progress>>({});
  const requested = answered ?? fields;
  const latest = useRef(fields);
  /** By name: the values that the server has, or is about to get. */
  const known = useRef(new Map(fields.fields.map(({ name, value }) => [name, value])));
  /** By name: errors of answers that the server didn't save and reports only once. */
  const unkept = useRef(new Map<string, string>());
  const pressEnd = usePressEnd();
  const noted = useFormContextUrl();
  const { revalidate } = useRevalidator();

  const take = useCallback((announcement: RequestedAnswers) => {
    latest.current = {
      ...announcement,
      fields: announcement.fields.map((field) => ({
        ...field,
        fault: unkept.current.get(field.name) ?? field.fault,
      })),
    };
    setAnswered(latest.current);
  }, []);

  const saver = useMemo(
    () =>
      createSaver<RequestedAnswers>({
        send: async (answers) => {
          const sent = await post(noted(saveTo), answers);
          await pressEnd();
          if (typeof sent !== 'string')
            for (const field of sent.reply.fields) if (field.name in answers) note(unkept.current, field);
          return sent;
        },
        accept: take,
        report: (names, state) =>
          setProgress((before) => ({ ...before, ...Object.fromEntries(names.map((name) => [name, state])) })),
        later: (failures, again) =>
          setTimeout(again, Math.min(longestPauseSeconds, 2 ** (failures - 1)) * 1000),
      }),
    [noted, pressEnd, saveTo, take],
  );

  // Rendered again, for example after a document was uploaded.
  useEffect(() => void pressEnd().then(() => take(fields)), [fields, pressEnd, take]);

  // An untouched field follows the server.
  useEffect(() => {
    for (const { name, value } of requested.fields)
      if (!known.current.has(name) || readInput(form.current, name) === value) known.current.set(name, value);
  }, [requested, form]);

  /** `except`: the field in which the person is typing. */
  const saveInput = useMemo(
    () => (except?: string) => {
      const changed = [...known.current].flatMap(([name, value]) => {
        const input = readInput(form.current, name);
        return input === undefined || input === value || name === except ? [] : [[name, input] as const];
      });
      for (const [name, input] of changed) known.current.set(name, input);
      saver.save(Object.fromEntries(changed));
      return changed.length > 0;
    },
    [form, saver],
  );

  const pause = useRef<ReturnType<typeof setTimeout>>();
  const [activeField, setActiveField] = useState<string>();
  const noteTyping = useCallback(
    (name: string) => {
      clearTimeout(pause.current);
      // A secret is masked as soon as it's saved.
      const isSecret = latest.current.fields.some((field) => field.name === name && field.secret);
      pause.current = setTimeout(() => saveInput(isSecret ? name : undefined), typingPauseMs);
      setActiveField(name);
    },
    [saveInput],
  );
  const leaveField = () => {
    clearTimeout(pause.current);
    setActiveField(undefined);
    saveInput();
  };

  // Input from before this script was loaded.
  useEffect(() => {
    const { activeElement } = document;
    const isTyping = isTextField(activeElement) && activeElement.form === form.current;
    saveInput(isTyping ? activeElement.name : undefined);
    if (isTyping && readInput(form.current, activeElement.name) !== known.current.get(activeElement.name))
      noteTyping(activeElement.name);
    return () => clearTimeout(pause.current);
  }, [form, noteTyping, saveInput]);

  // After a reload, the page was requested before the last answer arrived.
  useEffect(() => {
    if (sessionStorage.getItem(leftWhileSaving) === null) return;
    sessionStorage.removeItem(leftWhileSaving);
    revalidate();
  }, [revalidate]);

  useEffect(() => {
    // On a phone, switching apps may be the page's last event.
    const leave = () => {
      if (document.visibilityState !== 'hidden') return;
      if (saveInput()) sessionStorage.setItem(leftWhileSaving, '');
      saver.leave();
    };
    // The browser's Back doesn't leave the field. The previous page loads meanwhile, maybe with the old answer.
    const goBack = async () => {
      if (saveInput() && (await saver.settle())) revalidate();
    };
    const onPopState = () => void goBack();
    document.addEventListener('visibilitychange', leave);
    // Before the router removes the form.
    window.addEventListener('popstate', onPopState, true);
    return () => {
      document.removeEventListener('visibilitychange', leave);
      window.removeEventListener('popstate', onPopState, true);
    };
  }, [revalidate, saver, saveInput]);

  useRetry(useCallback(() => void saver.settle(), [saver]));

  /** Called once everything is saved. Null before. */
  const settle = async () => {
    saveInput();
    return (await saver.settle()) ? latest.current : null;
  };
  return { requested, progress, activeField, noteTyping, leaveField, saveInput, settle };
}

export const isTextField = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !/^(?:radio|checkbox|hidden)$/.test(target.type));

function note(unkept: Map<string, string>, { name, isKept, fault }: AnswerField): void {
  if (isKept || !fault) unkept.delete(name);
  else unkept.set(name, fault);
}

function readInput(form: HTMLFormElement | null, name: string): string | undefined {
  return (form?.elements.namedItem(name) as HTMLInputElement | RadioNodeList | null)?.value;
}

async function post(
  address: string,
  answers: Record<string, string>,
): Promise<{ reply: RequestedAnswers } | UnsavedAnswers> {
  // With keepalive, so that the last answer arrives even if the person leaves the page.
  const response = await postInBackground(address, answers, { keepalive: true });
  if (typeof response === 'string') return response;
  if (response.status === 404) return 'closed';
  try {
    if (response.status === 409)
      return ((await response.json()) as Partial<FormContextMismatch>).made === undefined
        ? 'closed'
        : 'elsewhere';
    return response.ok ? { reply: (await response.json()) as RequestedAnswers } : 'failed';
  } catch {
    return 'failed';
  }
}
