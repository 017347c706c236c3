/** "1 day", "2 days", "1,200 calls": a count of what has a regular plural, as pages and mails in English say it. */
export function counted(number: number, noun: string): string {
  return `${number.toLocaleString('en-GB')} ${noun}${number === 1 ? '' : 's'}`;
}
