import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { parse } from 'csv-parse';
import { singleton } from '~/platform/concurrency/singleton.server';
import { compareNames, splitBusinessName, splitPersonName } from './names';

type ListEntry = {
  id: string;
  /** Null: it can be either, as a `LegalEntity` of OpenSanctions. */
  isPerson: boolean | null;
  /** Its name and aliases, with their parts. */
  names: { name: string; parts: string[] }[];
  /** YYYY, YYYY-MM, or YYYY-MM-DD. */
  birthDates: string[];
  countries: string[];
  programs: string;
};

export type SanctionsList = { entries: ListEntry[] };

type NewestOnly<T> = Map<string, Promise<T>>;

/** What was made for this key, or makes it. Other keys and failures are forgotten. */
async function getOrMake<T>(made: NewestOnly<T>, key: string, make: () => Promise<T>): Promise<T> {
  if (!made.has(key)) {
    made.clear();
    made.set(key, make());
  }
  try {
    return await made.get(key)!;
  } catch (error) {
    made.delete(key);
    throw error;
  }
}

const versions = singleton('sanctions-list-versions', (): NewestOnly<string> => new Map());

/** A hash of a list's content, which is the same on every machine. It's read again when the file changes. */
export async function findListVersion(path: string): Promise<string> {
  const { mtimeMs, size } = await stat(path);
  return getOrMake(versions, `${path} ${mtimeMs} ${size}`, () => hashFile(path));
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

const loaded = singleton('sanctions-list', (): NewestOnly<SanctionsList> => new Map());

/**
 * The list in this file, which stays in memory until the file changes.
 * @throws when it can't be read
 */
export async function loadSanctionsList(path: string): Promise<SanctionsList> {
  return getOrMake(loaded, `${path} ${await findListVersion(path)}`, () => readList(path));
}

type Row = Partial<
  Record<
    'id' | 'schema' | 'name' | 'aliases' | 'birth_date' | 'countries' | 'sanctions' | 'program_ids',
    string
  >
>;

/** A CSV file with the columns of OpenSanctions' simplified format. Several values of a cell are separated by semicolons. */
async function readList(path: string): Promise<SanctionsList> {
  const entries: ListEntry[] = [];
  const rows = createReadStream(path).pipe(parse({ columns: true, bom: true, relax_column_count: true }));
  for await (const row of rows as AsyncIterable<Row>) {
    if (!row.id || !row.name)
      throw new Error('The sanctions list needs the columns id and name in each line.');
    const isPerson = row.schema === 'LegalEntity' ? null : row.schema === 'Person';
    const splits = [
      ...(isPerson === false ? [] : [splitPersonName]),
      ...(isPerson === true ? [] : [splitBusinessName]),
    ];
    entries.push({
      id: row.id,
      isPerson,
      names: [row.name, ...split(row.aliases)].flatMap((name) =>
        splits.map((splitName) => ({ name, parts: splitName(name) })),
      ),
      birthDates: split(row.birth_date),
      countries: split(row.countries).map((code) => code.toUpperCase()),
      programs: row.sanctions || row.program_ids || '',
    });
  }
  if (!entries.length) throw new Error('The sanctions list is empty.');
  return { entries };
}

const split = (cell = '') =>
  cell
    .split(';')
    .map((value) => value.trim())
    .filter(Boolean);

/** Two of three parts of a person's name, which often leaves one out, and three of four of a business's. */
const personSimilarity = 0.66;
const businessSimilarity = 0.75;

export type ListMatch = { entry: ListEntry; name: string; similarity: number };

/** Other requests are answered between this many entries, which take a few milliseconds. */
const entriesPerTurn = 500;

/**
 * The entries that a person or business resembles, the most similar first. Of a person with another year of birth, none.
 * `birthDate`: YYYY-MM-DD.
 */
export async function findListMatches(
  { entries }: SanctionsList,
  name: string,
  { isPerson, birthDate }: { isPerson: boolean; birthDate?: string },
): Promise<ListMatch[]> {
  const parts = isPerson ? splitPersonName(name) : splitBusinessName(name);
  const threshold = isPerson ? personSimilarity : businessSimilarity;
  const matches: ListMatch[] = [];
  for (const [index, entry] of entries.entries()) {
    if (index % entriesPerTurn === 0) await setImmediate();
    if (entry.isPerson === !isPerson || !canBeBorn(entry, birthDate)) continue;
    const best = findMostSimilar(entry, parts);
    if (best.similarity >= threshold) matches.push(best);
  }
  return matches.sort((one, other) => other.similarity - one.similarity);
}

function findMostSimilar(entry: ListEntry, parts: readonly string[]): ListMatch {
  let best: ListMatch = { entry, name: entry.names[0]!.name, similarity: 0 };
  for (const candidate of entry.names) {
    const similarity = compareNames(parts, candidate.parts);
    if (similarity > best.similarity) best = { entry, name: candidate.name, similarity };
  }
  return best;
}

/** Lists often have only a year, which can be wrong by one. */
function canBeBorn({ birthDates }: ListEntry, birthDate: string | undefined): boolean {
  const year = Number(birthDate?.slice(0, 4));
  return (
    !year || !birthDates.length || birthDates.some((date) => Math.abs(Number(date.slice(0, 4)) - year) <= 1)
  );
}
