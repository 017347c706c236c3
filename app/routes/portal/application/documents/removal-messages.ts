/** On the confirmation page, and with scripts in a dialog. */
export const removalMessages = {
  question: (fileName: string) => `Remove “${fileName}”?`,
  consequence: 'You can’t undo this. To use this file again, you’ll have to upload it again.',
};
