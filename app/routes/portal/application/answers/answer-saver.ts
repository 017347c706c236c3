/**
 * Why an answer isn't saved: `failed`, `logged_out`, and `elsewhere` (switched to another account) are
 * retried, `closed` isn't.
 */
export type UnsavedAnswers = 'failed' | 'logged_out' | 'elsewhere' | 'closed';

/** The state of an answer that is being saved. */
export type Progress = 'saving' | 'saved' | UnsavedAnswers;

type Answers = Record<string, string>;

type SaverTransport<Reply> = {
  send: (answers: Answers) => Promise<{ reply: Reply } | UnsavedAnswers>;
  accept: (reply: Reply) => void;
  report: (fieldNames: string[], progress: Progress) => void;
  /** Schedules `again` with a delay that grows with consecutive failures. */
  later: (failures: number, again: () => void) => void;
};

/**
 * Saves answers one request at a time, so that an older answer never overtakes a newer one, and retries until
 * they're saved.
 */
export function createSaver<Reply>({ send, accept, report, later }: SaverTransport<Reply>) {
  let waiting: Answers = {};
  let sending: Promise<boolean> | null = null;
  let failures = 0;
  let isClosed = false;

  async function sendWaiting(): Promise<boolean> {
    while (Object.keys(waiting).length) {
      const batch = waiting;
      waiting = {};
      report(Object.keys(batch), 'saving');
      const sent = await send(batch);
      if (typeof sent === 'string') {
        waiting = { ...batch, ...waiting };
        isClosed = sent === 'closed';
        if (!isClosed) later(++failures, () => void settle());
        report(Object.keys(batch), sent);
        return false;
      }
      failures = 0;
      accept(sent.reply);
      report(
        Object.keys(batch).filter((name) => !(name in waiting)),
        'saved',
      );
    }
    return true;
  }

  /**
   * Sends pending answers.
   * @returns whether all are saved. Once the application is closed, never again
   */
  async function settle(): Promise<boolean> {
    return isClosed ? false : await (sending ??= sendWaiting().finally(() => (sending = null)));
  }

  function save(answers: Answers): void {
    if (!Object.keys(answers).length) return;
    waiting = { ...waiting, ...answers };
    void settle();
  }

  /**
   * For a page that may be closed now: sends pending answers in parallel to the current request, and again
   * afterward if the page stays.
   */
  function leave(): void {
    if (sending && !isClosed && Object.keys(waiting).length) void send(waiting);
  }

  return { save, settle, leave };
}
