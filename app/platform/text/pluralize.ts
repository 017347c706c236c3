/** "1 day", "2 days", "1,200 calls": a count with its noun, for English pages and emails. */
export function pluralize(count: number, noun: string, plural = `${noun}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : plural}`;
}
