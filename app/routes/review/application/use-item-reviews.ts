import {
  createContext,
  useCallback,
  useEffect,
  useMemo,
  useState,
  type FormEvent,
  type RefObject,
} from 'react';
import type { ItemReviewInput } from '~/merchants/applications/review/item-reviews';
import { postInBackground } from '~/ui/forms/background-post';
import { useRetry } from '~/ui/forms/use-retry';
import { useUnsavedWarning } from '~/ui/forms/use-unsaved-warning';
import { itemReviewFieldNames, parseItemReviews } from './item-review-form';
import { createItemReviewSaver, type SavingProgress, type SavingResult } from './item-review-saver';

export type ItemResults = Record<string, ItemReviewInput['result']>;

/** Called after a script has changed an item review, for which browsers have no event. */
export const ItemReviewChange = createContext(() => {});

/**
 * Saves each choice and reason as soon as it's made, and counts them. Buttons submit the whole form, which works without
 * scripts.
 */
export function useItemReviews(form: RefObject<HTMLFormElement>, saveUrl: string, savedResults: ItemResults) {
  const [results, setResults] = useState(savedResults);
  const [progress, setProgress] = useState<SavingProgress>('saved');
  const saver = useMemo(
    () =>
      createItemReviewSaver({ send: () => post(saveUrl, new FormData(form.current!)), report: setProgress }),
    [form, saveUrl],
  );
  // The browser may have restored choices before the script was loaded.
  useEffect(() => setResults(readResults(form.current!)), [form]);
  useRetry(saver.retry);
  useUnsavedWarning(useCallback(() => !saver.isDone(), [saver]));
  const noteChange = useCallback(() => {
    saver.noteChange();
    setResults(readResults(form.current!));
    void saver.save();
  }, [form, saver]);
  return {
    results,
    progress,
    noteChange,
    formEvents: {
      onInput: saver.noteChange,
      onChange: noteChange,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        // The server has everything, so nothing is lost even if the session has ended.
        if (saver.isDone()) return;
        // An older choice must not reach the server after the form, and a login would discard the form.
        event.preventDefault();
        const { submitter } = event.nativeEvent as SubmitEvent;
        void saver.settle().then((maySend) => {
          // Save disappears once everything is saved.
          if (maySend) form.current?.requestSubmit(submitter?.isConnected ? submitter : null);
        });
      },
    },
  };
}

const readResults = (form: HTMLFormElement): ItemResults =>
  Object.fromEntries(parseItemReviews(new FormData(form)).map(({ subject, result }) => [subject, result]));

async function post(url: string, form: FormData): Promise<SavingResult> {
  // Not yet complete.
  for (const { subject, result, reason } of parseItemReviews(form))
    if (result === 'change' && !reason.trim()) form.set(itemReviewFieldNames.result(subject), 'undecided');
  const response = await postInBackground(url, form);
  if (typeof response === 'string') return response;
  if (response.ok) return 'saved';
  return response.status === 409 || response.status === 422 ? 'rejected' : 'failed';
}
