import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';

/**
 * The number of requirements of levels 1 and 2 in each section of each chapter of OWASP ASVS 5.0.0. Within a
 * section, they come before those of level 3, so their numbers are consecutive.
 */
const requirementCounts = [
  [2, 9, 11, 3, 2],
  [3, 3, 4, 1],
  [0, 2, 4, 6, 5, 0, 2],
  [3, 1, 2, 4],
  [1, 3, 2, 3],
  [3, 12, 4, 4, 5, 3, 0, 4],
  [3, 4, 2, 5, 2, 2],
  [2, 3, 1, 1],
  [3, 4],
  [2, 2, 4, 11, 5, 2, 3],
  [2, 3, 3, 4, 1, 1],
  [3, 2, 4],
  [1, 5, 2, 5],
  [2, 4, 3],
  [3, 3, 7],
  [1, 5, 4, 3, 3],
  [1, 4, 2],
];
const requirements = requirementCounts.flatMap((sections, chapter) =>
  sections.flatMap((count, section) =>
    Array.from({ length: count }, (_, index) => `V${chapter + 1}.${section + 1}.${index + 1}`),
  ),
);

const page = readFileSync('docs/asvs.md', 'utf8');
const [notMetSection = '', ...chapters] = page.split(/^## /m).slice(1);
const listRows = (text: string) => [...text.matchAll(/^\| (V[\d.]+) +\|(.+)\|$/gm)];
const rows = chapters.flatMap(listRows).map(([, id, cells]) => {
  const [description, answer] = cells!.split('|').map((cell) => cell.trim()) as [string, string];
  const [, file, title] = /`([^`]+\.test\.tsx?)` (.+)$/.exec(answer) ?? [];
  return { id: id!, description, answer, file, title };
});

test('docs/asvs.md has each requirement of levels 1 and 2 once, in its chapter', () => {
  expect(rows.map(({ id }) => id)).toEqual(requirements);
  for (const chapter of chapters)
    for (const [, id] of listRows(chapter)) expect(chapter).toMatch(new RegExp(`^${id!.split('.')[0]} `));
});

test('each requirement is described in at most ten words, and answered', () => {
  for (const { id, description, answer } of rows)
    expect({ id, wordCount: description.split(' ').length, isAnswered: answer.length > 3 }).toEqual({
      id,
      wordCount: expect.toSatisfy((count: number) => count > 1 && count <= 10),
      isAnswered: true,
    });
});

test('the requirements at the top are those that are not met', () => {
  expect(listRows(notMetSection).map(([, id]) => id)).toEqual(
    rows.filter(({ answer }) => answer === '[Not met](#not-met)').map(({ id }) => id),
  );
});

test.each(rows.filter(({ file }) => file))(
  '$id: $file contains the test that docs/asvs.md names',
  ({ file, title }) => {
    expect(existsSync(file!)).toBe(true);
    expect(readFileSync(file!, 'utf8')).toContain(title);
  },
);

test('the files and headings that it names exist', () => {
  const files = [...page.matchAll(/`([\w.-]+\/[\w./-]+|[\w.-]+\.(?:js|json|md))`/g)].map(([, file]) => file!);
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
  const links = [...page.matchAll(/\]\((?!http)([^)#]*)(?:#([^)]+))?\)/g)].map(([, path, heading]) => ({
    path: path ? posix.join('docs', path) : 'docs/asvs.md',
    heading,
  }));
  const hasHeading = (text: string, heading: string) =>
    [...text.matchAll(/^#+ (.+)$/gm)].some(
      ([, title]) => title!.toLowerCase().replace(/ /g, '-') === heading,
    );
  expect(
    links.filter(
      ({ path, heading }) =>
        !existsSync(path) || (heading && !hasHeading(readFileSync(path, 'utf8'), heading)),
    ),
  ).toEqual([]);
});
