import {
  createContext,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type FormEvent,
  type RefObject,
} from 'react';
import { toItemReviewText } from '~/merchants/applications/review/item-review-text';
import type { ItemReviewInput } from '~/merchants/applications/review/item-reviews';
import { postInBackground } from '~/ui/forms/background-post';
import { useRetry } from '~/ui/forms/use-retry';
import { useUnsavedWarning } from '~/ui/forms/use-unsaved-warning';
import { itemReviewFieldNames, parseChangedItemReviews, parseItemReviews } from './item-review-form';
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
  const saved = useRef(new Map<string, string>());
  const saver = useMemo(
    () =>
      createItemReviewSaver({
        send: () => post(saveUrl, new FormData(form.current!), saved.current),
        report: setProgress,
      }),
    [form, saveUrl],
  );
  // What has been saved since the page was loaded, in every request of the form.
  useEffect(() => {
    const element = form.current!;
    const addSaved = ({ formData }: FormDataEvent) =>
      saved.current.forEach((text, key) => formData.set(itemReviewFieldNames.seen(key), text));
    element.addEventListener('formdata', addSaved);
    return () => element.removeEventListener('formdata', addSaved);
  }, [form]);
  // The reviewer may have made choices before the script was loaded.
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

/** Sends the changed item reviews, and adds the saved ones to `saved`. */
async function post(url: string, form: FormData, saved: Map<string, string>): Promise<SavingResult> {
  const fields = new FormData();
  fields.set('version', form.get('version')!);
  const changed = parseChangedItemReviews(form).map((review) =>
    // Not yet complete.
    review.result === 'change' && !review.reason ? { ...review, result: 'undecided' as const } : review,
  );
  for (const { subject, result, reason, seen } of changed) {
    fields.set(itemReviewFieldNames.result(subject), result);
    fields.set(itemReviewFieldNames.reason(subject), reason);
    fields.set(itemReviewFieldNames.seen(subject), seen);
  }
  const response = await postInBackground(url, fields);
  if (typeof response === 'string') return response;
  if (response.status === 409) return 'rejected';
  if (!response.ok && response.status !== 422) return 'failed';
  const unsaved = response.ok ? [] : ((await response.json()) as string[]);
  for (const review of changed)
    if (!unsaved.includes(review.subject)) saved.set(review.subject, toItemReviewText(review));
  return response.ok ? 'saved' : 'rejected';
}
