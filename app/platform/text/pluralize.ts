/** "1 day", "2 days", "1,200 calls": a count with a regular plural, for English pages and emails. */
export function pluralize(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
