/** The counting limit (operations/backlog.ts). */
const maxCount = 10_000;

/** 1,234 or 10,000+. */
export function formatCount(count: number): string {
  return count >= maxCount ? `${maxCount.toLocaleString('en')}+` : count.toLocaleString('en');
}

export function formatSeconds(seconds: number): string {
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} days`;
}

/** "failed once" or "failed 3 times". */
export const formatFailures = (failures: number) =>
  failures === 1 ? 'failed once' : `failed ${failures} times`;

export function formatBytes(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** power).toFixed(power && bytes / 1000 ** power < 100 ? 1 : 0)} ${units[power]}`;
}
