import {
  createContext,
  useCallback,
  useEffect,
  useRef,
  useState,
  type FormEvent,
  type RefObject,
} from 'react';
import type { ItemReviewInput } from '~/merchants/applications/review/item-reviews';
import { useUnsavedWarning } from '~/ui/forms/use-unsaved-warning';
import { itemReviewFieldNames, parseItemReviews } from './item-review-form';

export type ItemResults = Record<string, ItemReviewInput['result']>;

/** `rejected`: the server doesn't accept one of them, or the case has changed. */
export type SavingProgress = 'saved' | 'saving' | 'failed' | 'rejected';

/** Called after a script has changed an item review, for which browsers have no event. */
export const ItemReviewChange = createContext(() => {});

/**
 * Saves each choice and reason as soon as it's made, and counts them. Buttons submit the whole form, which works without
 * scripts.
 */
export function useItemReviews(form: RefObject<HTMLFormElement>, saveUrl: string, savedResults: ItemResults) {
  const [results, setResults] = useState(savedResults);
  const [progress, setProgress] = useState<SavingProgress>('saved');
  const saving = useRef<Promise<void> | null>(null);
  const isUnsaved = useRef(false);
  const save = useCallback(() => {
    saving.current ??= saveUntilDone().finally(() => (saving.current = null));
    return saving.current;

    async function saveUntilDone() {
      setProgress('saving');
      let result: SavingProgress = 'saved';
      while (isUnsaved.current && result === 'saved') {
        isUnsaved.current = false;
        result = await post(saveUrl, new FormData(form.current!));
        isUnsaved.current ||= result !== 'saved';
      }
      setProgress(result);
    }
  }, [form, saveUrl]);
  // The browser may have restored choices before the script was loaded.
  useEffect(() => setResults(readResults(form.current!)), [form]);
  useEffect(() => {
    const retry = () => void (isUnsaved.current && save());
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [save]);
  useUnsavedWarning(useCallback(() => isUnsaved.current || saving.current !== null, []));
  const noteChange = useCallback(() => {
    isUnsaved.current = true;
    setResults(readResults(form.current!));
    void save();
  }, [form, save]);
  return {
    results,
    progress,
    noteChange,
    formEvents: {
      onInput: () => void (isUnsaved.current = true),
      onChange: noteChange,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        if (!saving.current) {
          // The form has everything.
          isUnsaved.current = false;
          return;
        }
        // An older choice must not reach the server after the form.
        event.preventDefault();
        const { submitter } = event.nativeEvent as SubmitEvent;
        void saving.current.then(() => form.current?.requestSubmit(submitter));
      },
    },
  };
}

const readResults = (form: HTMLFormElement): ItemResults =>
  Object.fromEntries(parseItemReviews(new FormData(form)).map(({ subject, result }) => [subject, result]));

async function post(url: string, form: FormData): Promise<SavingProgress> {
  // Not yet complete.
  for (const { subject, result, reason } of parseItemReviews(form))
    if (result === 'change' && !reason.trim()) form.set(itemReviewFieldNames.result(subject), 'undecided');
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams([...form].map(([name, value]) => [name, String(value)])),
      redirect: 'manual',
    });
    if (response.ok) return 'saved';
    return response.status === 409 || response.status === 422 ? 'rejected' : 'failed';
  } catch {
    return 'failed';
  }
}
