/** A page of a list, newest first. `before` of the next page is null at the end. */
type Page<Entry> = { entries: Entry[]; before: string | null };

/**
 * All entries of a list, newest first, in parts. Entries written after the start aren't included. The first part is small,
 * so that a download starts at once.
 */
export async function* exportPages<Entry>(
  readPage: (position: { before?: string; limit: number }) => Promise<Page<Entry>>,
): AsyncGenerator<Entry[], void> {
  for (let before: string | undefined, limit = 25; ; limit = 500) {
    const page: Page<Entry> = await readPage({ before, limit });
    yield page.entries;
    if (!page.before) return;
    before = page.before;
  }
}
