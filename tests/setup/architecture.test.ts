import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const listFolders = (path: string) =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

/** The sub-rooms of each room in the table of docs/architecture.md. A room can have several rows. */
function readRooms(): Map<string, string[]> {
  const [, table] = readFileSync('docs/architecture.md', 'utf8').split(/^\| Room .*\n\| -.*\n/m) as [
    string,
    string,
  ];
  const rooms = new Map<string, string[]>();
  let room = '';
  for (const row of table.split('\n\n')[0]!.split('\n')) {
    const [names, subRooms] = row
      .split('|')
      .slice(1, 3)
      .map((cell) => [...cell.matchAll(/`([\w-]+)\/`/g)].map(([, folder]) => folder!)) as [
      string[],
      string[],
    ];
    room = names[0] ?? room;
    rooms.set(room, [...(rooms.get(room) ?? []), ...subRooms]);
  }
  return rooms;
}

test('the architecture guide lists all rooms and sub-rooms', () => {
  const rooms = readRooms();
  // For platform, the guide gives only examples.
  const examples = rooms.get('platform') ?? [];
  expect(examples).not.toEqual([]);
  expect(listFolders('app/platform')).toEqual(expect.arrayContaining(examples));
  rooms.set('platform', listFolders('app/platform'));
  expect(Object.fromEntries([...rooms].map(([room, subRooms]) => [room, subRooms.sort()]))).toEqual(
    Object.fromEntries(listFolders('app').map((room) => [room, listFolders(`app/${room}`)])),
  );
});
