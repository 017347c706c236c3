/** "1 day", "2 days", "1,200 calls": a count of what has a regular plural, as pages and mails in English say it. */
export function pluralize(count: number, noun: string): string {
  return `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`;
}
