import { getCurrentZoneName } from './zone-names';
import { prisma } from '~/platform/database/db.server';

let cachedZones: Promise<string[]> | undefined;

/**
 * The time zones that both this process and the database know, UTC first: the database counts by them, and
 * the process formats dates.
 */
export function listTimeZones(): Promise<readonly string[]> {
  cachedZones ??= readTimeZones().catch((error: unknown) => {
    cachedZones = undefined;
    throw error;
  });
  return cachedZones;
}

/** The time zone that a browser reports, by its current name. UTC without one, or for an unknown one. */
export async function resolveTimeZone(reported: string): Promise<string> {
  const zone = getCurrentZoneName(reported);
  return (await listTimeZones()).includes(zone) ? zone : 'UTC';
}

async function readTimeZones(): Promise<string[]> {
  const known = (await prisma.$queryRaw<{ name: string }[]>`select name from pg_timezone_names`).map(
    ({ name }) => name,
  );
  const supportedZones = Intl.supportedValuesOf('timeZone').map(
    (zone) =>
      [getCurrentZoneName(zone), zone].find((name) => known.includes(name)) ??
      known.find((name) => toCanonicalZone(name) === zone),
  );
  return [...new Set(['UTC', ...supportedZones.filter((zone) => zone !== undefined)])];
}

/** One calls Asia/Calcutta what the other calls Asia/Kolkata. */
function toCanonicalZone(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
