import { expect, test } from 'vitest';
import { createItemReviewSaver, type SavingProgress, type SavingResult } from './item-review-saver';

/** A saver with a server that answers in this order, and then saves everything. */
function build(...answers: SavingResult[]) {
  const reports: SavingProgress[] = [];
  let sentCount = 0;
  const saver = createItemReviewSaver({
    send: async () => (sentCount++, answers.shift() ?? 'saved'),
    report: (progress) => void reports.push(progress),
  });
  return { ...saver, reports, countSent: () => sentCount };
}

test('after the session has ended, the form is not sent, because the login would discard it', async () => {
  const { noteChange, settle, isDone, reports } = build('logged_out');
  noteChange();
  expect({ maySend: await settle(), isDone: isDone(), reports }).toEqual({
    maySend: false,
    isDone: false,
    reports: ['saving', 'logged_out'],
  });
});

test('after a login in another tab, everything is saved on return, and the form may be sent', async () => {
  const { noteChange, save, retry, settle, isDone, reports } = build('logged_out', 'logged_out');
  noteChange();
  await save();
  expect(await settle()).toBe(false);
  retry();
  expect(await settle()).toBe(true);
  expect({ isDone: isDone(), last: reports.at(-1) }).toEqual({ isDone: true, last: 'saved' });
});

test('without a connection, the form is not sent either, and the button to save stays meanwhile', async () => {
  const { noteChange, settle, reports } = build('failed', 'failed');
  noteChange();
  expect([await settle(), await settle(), await settle()]).toEqual([false, false, true]);
  expect(reports).toEqual(['saving', 'failed', 'saving_again', 'failed', 'saving_again', 'saved']);
});

test('rejected item reviews are sent with the form, whose reply says why, and not on return', async () => {
  const { noteChange, save, retry, settle, isDone, countSent } = build('rejected', 'rejected');
  noteChange();
  await save();
  retry();
  expect({ isDone: isDone(), sentCount: countSent() }).toEqual({ isDone: false, sentCount: 1 });
  expect({ maySend: await settle(), isDone: isDone() }).toEqual({ maySend: true, isDone: true });
});

test('a change during a save is saved after it, and nothing is sent without a change', async () => {
  const { noteChange, save, retry, countSent, isDone } = build();
  retry();
  expect(countSent()).toBe(0);
  noteChange();
  const saved = save();
  noteChange();
  await saved;
  expect({ isDone: isDone(), sentCount: countSent() }).toEqual({ isDone: true, sentCount: 2 });
});
