import { prisma } from './db.server';

let listed: Promise<string[]> | undefined;

/** The time zones in which both this process and the database can tell the time, UTC first: figures are counted by the one and dates shown by the other. */
export function listTimeZones(): Promise<readonly string[]> {
  listed ??= readTimeZones().catch((error: unknown) => {
    listed = undefined;
    throw error;
  });
  return listed;
}

async function readTimeZones(): Promise<string[]> {
  const known = (await prisma.$queryRaw<{ name: string }[]>`select name from pg_timezone_names`).map(
    ({ name }) => name,
  );
  const ours = Intl.supportedValuesOf('timeZone').map((zone) =>
    known.includes(zone) ? zone : known.find((name) => canonical(name) === zone),
  );
  return [...new Set(['UTC', ...ours.filter((zone) => zone !== undefined)])];
}

/** One calls Asia/Calcutta what the other calls Asia/Kolkata. */
function canonical(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
