// eslint-disable-next-line no-restricted-imports -- it's in no room
import manifest from '../../package.json';

export const { version } = manifest;

/** Negative if `one` is older than `other`. */
export const compareVersions = (one: string, other: string): number =>
  one.localeCompare(other, 'en', { numeric: true });
