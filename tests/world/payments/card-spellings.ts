/** How a card number could be written somewhere: plain, in groups, or encoded. */
export const listCardSpellings = (pan: string): string[] => [
  pan,
  pan.replace(/(.{4})(?=.)/g, '$1 '),
  pan.replace(/(.{4})(?=.)/g, '$1-'),
  pan.replace(/(.{4})(?=.)/g, '$1+'),
  Buffer.from(pan).toString('base64').replace(/=+$/, ''),
  Buffer.from(pan).toString('hex'),
];
