import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { writeListFile } from '../../../../tests/world/sanctions';
import { findListMatches, findListVersion, loadSanctionsList } from './sanctions-list';

const header = 'id,schema,name,aliases,birth_date,countries,sanctions,dataset';
const example = () =>
  writeListFile(
    header,
    'NK-1,Person,Ivan Petrov,"Иван Петров;Vanya Petroff",1970-05-01;1971,ru;by,"Travel ban, asset freeze",eu',
    'NK-2,Organization,"Blue Ocean Shipping, LLC",BOS Lines,,ir,,un',
    'NK-3,Person,Mary Jane Watson,,,,,us',
    'NK-4,LegalEntity,Orlov Trading GmbH,Oleg Orlov,,,,un',
  );

const match = async (...input: [string, { isPerson: boolean; birthDate?: string }]) =>
  (await findListMatches(await loadSanctionsList(example()), ...input)).map(({ entry, name, similarity }) => [
    entry.id,
    name,
    similarity,
  ]);

test.each([
  ['Ivan Petrov', '1970-05-01', [['NK-1', 'Ivan Petrov', 1]]],
  ['PETROW Iwan', '1972-01-01', [['NK-1', 'Ivan Petrov', 0.5]]],
  ['Иван Петров', '1970-05-01', [['NK-1', 'Иван Петров', 1]]],
  ['Vanja Petroff', '1969-12-31', [['NK-1', 'Vanya Petroff', 1]]],
  ['Ivan Petrov', '1984-05-17', []],
  ['Mary Watson', '1984-05-17', [['NK-3', 'Mary Jane Watson', 2 / 3]]],
  ['Blue Ocean Shipping', '1984-05-17', []],
  ['Oleg Orlov', '1984-05-17', [['NK-4', 'Oleg Orlov', 1]]],
])('the person %s, born %s', async (name, birthDate, matches) => {
  const expected = matches.filter(([, , similarity]) => Number(similarity) >= 0.66);
  expect(await match(name, { isPerson: true, birthDate })).toEqual(expected);
});

test.each([
  ['Blue Ocean Shipping GmbH', [['NK-2', 'Blue Ocean Shipping, LLC', 1]]],
  ['BOS Lines', [['NK-2', 'BOS Lines', 1]]],
  ['Blue Ocean Tea', []],
  ['Ivan Petrov', []],
  ['Orlov Trading', [['NK-4', 'Orlov Trading GmbH', 1]]],
])('the business %s', async (name, matches) => {
  expect(await match(name, { isPerson: false })).toEqual(matches);
});

test('what the list says about an entry', async () => {
  const [found] = await findListMatches(await loadSanctionsList(example()), 'Ivan Petrov', {
    isPerson: true,
  });
  expect(found!.entry).toMatchObject({
    birthDates: ['1970-05-01', '1971'],
    countries: ['RU', 'BY'],
    programs: 'Travel ban, asset freeze',
  });
});

test('a new list replaces the one in memory', async () => {
  const path = writeListFile(header, 'NK-1,Person,Ivan Petrov,,,,,eu');
  const version = await findListVersion(path);
  expect((await loadSanctionsList(path)).entries).toHaveLength(1);
  writeFileSync(
    path,
    [header, 'NK-1,Person,Ivan Petrov,,,,,eu', 'NK-2,Person,Ada Lovelace,,,,,eu'].join('\n'),
  );
  expect(await findListVersion(path)).not.toBe(version);
  expect((await loadSanctionsList(path)).entries).toHaveLength(2);
});

test.each([
  ['no lines', [header], 'The sanctions list is empty.'],
  ['another format', ['Name;Birth date', 'Ivan;1970'], /needs the columns id and name/],
])('a list with %s isn’t taken for one without matches', async (_, lines, message) => {
  await expect(loadSanctionsList(writeListFile(...lines))).rejects.toThrow(message);
});

test('a missing list isn’t either', async () => {
  await expect(loadSanctionsList('/nowhere/list.csv')).rejects.toThrow('ENOENT');
});
