import type { AuditValues } from '~/audit/audit';
import type { Actor } from '~/merchants/audit-log';
import { plainAmount } from '~/platform/money';

/** Who did something, as the merchant knows them. */
export function actorWords(actor: Actor, brandName: string): string {
  if (actor.type === 'person') return actor.name;
  if (actor.type === 'staff') return actor.role ? `Staff of ${brandName} (${actor.role})` : `Staff of ${brandName}`;
  return actor.job === 'shell' ? `${brandName}, from the server’s shell` : `${brandName}, by itself`;
}

/** The name of a value: `hold_days` and `holdDays` as "Hold days", `logoId` as "Logo", `terms_url` as "Terms address". */
export function fieldWords(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`).replaceAll('_', ' ').replace(/ id$/, '').replace(/ url$/, ' address');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function valueWords(value: AuditValues[string] | undefined): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
}

/** What else is known of a deed, as pairs to read: an amount in its currency, and nothing that was left empty. */
export function factsOf({ amount, currency, ...others }: AuditValues): [name: string, value: string][] {
  const money = typeof amount === 'number' && typeof currency === 'string' ? { amount: plainAmount(amount, currency) } : { amount, currency };
  return Object.entries({ ...money, ...others }).flatMap(([name, value]) => (value === null || value === undefined || value === '' ? [] : [[fieldWords(name), valueWords(value)]]));
}

export type Change = { field: string; before: string; after: string };

/** What is different between before and after, by name. */
export function changesOf({ before, after }: { before: AuditValues | null; after: AuditValues | null }): Change[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields.map((field) => ({ field: fieldWords(field), before: valueWords(before?.[field]), after: valueWords(after?.[field]) })).filter((change) => change.before !== change.after);
}
