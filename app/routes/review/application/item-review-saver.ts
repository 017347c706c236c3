import type { LostRequest } from '~/ui/forms/background-post';

/** `rejected`: the server doesn't accept one of them, or the case has changed. */
export type SavingResult = 'saved' | 'rejected' | LostRequest;

/** `saving_again`: after a problem, and the button that saves stays. */
export type SavingProgress = SavingResult | 'saving' | 'saving_again';

/**
 * Saves item reviews one request at a time, and says whether the page may be left.
 * @param send sends all of them as they are at that time
 */
export function createItemReviewSaver({
  send,
  report,
}: {
  send: () => Promise<SavingResult>;
  report: (progress: SavingProgress) => void;
}) {
  let saving: Promise<SavingResult> | null = null;
  let isUnsaved = false;
  let last: SavingResult = 'saved';

  function save(): Promise<SavingResult> {
    saving ??= saveUntilDone().finally(() => (saving = null));
    return saving;
  }

  async function saveUntilDone(): Promise<SavingResult> {
    report(last === 'failed' || last === 'rejected' ? 'saving_again' : 'saving');
    last = 'saved';
    while (isUnsaved && last === 'saved') {
      isUnsaved = false;
      last = await send();
      isUnsaved ||= last !== 'saved';
    }
    report(last);
    return last;
  }

  return {
    save,
    isDone: () => !isUnsaved && saving === null,
    noteChange: () => void (isUnsaved = true),
    /** The server has answered what it rejected, so sending that again changes nothing. */
    retry: () => void (isUnsaved && last !== 'rejected' && save()),
    /** Whether the whole form may be sent. It arrives unless the person is logged out, or has no connection. */
    async settle(): Promise<boolean> {
      const result = await save();
      // The reply to the form includes the input, and says what is wrong.
      if (result === 'rejected') isUnsaved = false;
      return result === 'saved' || result === 'rejected';
    },
  };
}
