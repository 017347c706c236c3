import { capitalize } from '~/platform/text/capitalize';
import type { AuditValues } from '~/audit/audit';
import type { AuditLogActor } from '~/merchants/accounts/audit-log';
import type { MemberRole } from '~/merchants/team/members';
import { memberRoleLabels } from '~/merchants/team/role-labels';
import { formatAmount } from '~/platform/money/money';
import { formatDateTime } from '~/ui/content/time-format';
import { getDisabledReasonLabel } from '~/ui/labels/disabled-reason-labels';
import { formatRefundLimit, isRefundLimit, refundLimitLabels } from '../settings/refund-limit-labels';

export const payerLabel = 'A payer at the checkout';
export const serverLabel = 'Your server (API)';

/** An actor as the merchant knows them. */
export function getActorLabel(actor: AuditLogActor, brandName: string): string {
  if (actor.type === 'person') return actor.name;
  if (actor.type === 'staff')
    return `${actor.name ?? 'Staff'} of ${brandName}${actor.role ? ` (${actor.role})` : ''}`;
  if (actor.type === 'checkout') return payerLabel;
  if (actor.type === 'api') return serverLabel;
  return actor.job === 'shell' ? `${brandName}, from the command line` : `${brandName}, automatically`;
}

/** The time of exported entries. "From" is the address. */
const spanLabels = { from: 'Since', before: 'Before' };

/**
 * The label of a value: `email` as "Email address", `hold_days` and `holdDays` as "Hold days", `logoId` as
 * "Logo", `terms_url` as "Terms URL".
 */
function getFieldLabel(name: string): string {
  if (isRefundLimit(name)) return refundLimitLabels[name];
  if (Object.hasOwn(spanLabels, name)) return spanLabels[name as keyof typeof spanLabels];
  const label = name
    .replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .replaceAll('_', ' ')
    .replace(/ id$/, '')
    .replace(/\burl$/, 'URL')
    .replace(/\bemail$/, 'email address')
    .replace(/^three d ?secure$/i, '3-D Secure');
  return capitalize(label);
}

const nothing = 'nothing';

export function getValueLabel(name: string, value: AuditValues[string] | undefined): string {
  if (isRefundLimit(name)) return typeof value === 'number' ? formatRefundLimit(value) : 'no limit';
  if (value === null || value === undefined || value === '') return nothing;
  if (name === 'role' && isRole(value)) return memberRoleLabels[value].name;
  if (typeof value === 'string' && disabledReasonFacts.has(name)) return getDisabledReasonLabel(value);
  if (typeof value === 'string' && identifiedFacts.has(name))
    return value.split(', ').map(humanize).join(', ');
  if (typeof value === 'string' && Object.hasOwn(spanLabels, name) && !Number.isNaN(Date.parse(value)))
    return formatDateTime(new Date(value), 'UTC');
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
}

/** Why a webhook endpoint is disabled now, or was until it was enabled. */
const disabledReasonFacts = new Set(['disabled_reason', 'was_disabled']);

/** Their values are identifiers, such as `account_holder` and `CHANGES_REQUESTED`. */
const identifiedFacts = new Set(['changed', 'event', 'kind', 'state']);

const humanize = (identifier: string) => capitalize(identifier.toLowerCase().replaceAll('_', ' '));

const isRole = (value: AuditValues[string]): value is MemberRole =>
  typeof value === 'string' && Object.hasOwn(memberRoleLabels, value);

/** An action's other details as readable pairs: amounts with their currency, and no empty values. */
export function listFacts({ amount, currency, ...others }: AuditValues): [name: string, value: string][] {
  const money =
    typeof amount === 'number' && typeof currency === 'string'
      ? { amount: formatAmount(amount, currency) }
      : { amount, currency };
  return Object.entries({ ...money, ...others }).flatMap(([name, value]) =>
    value === null || value === undefined || value === ''
      ? []
      : [[getFieldLabel(name), getValueLabel(name, value)]],
  );
}

/**
 * The columns of a change: a requested change hasn't changed anything yet, and something new had no previous
 * value.
 */
export function changeTitles(
  action: string,
  changes: readonly Change[],
): { field: string; before: string | null; after: string } {
  const isRequested = action === 'email_change_requested';
  const isNew = changes.every(({ before }) => before === nothing);
  return {
    field: isRequested ? 'Change requested' : isNew ? 'Set' : 'Changed',
    before: isNew ? null : isRequested ? 'Current' : 'Before',
    after: isRequested ? 'Requested' : isNew ? 'To' : 'After',
  };
}

export type Change = { field: string; before: string; after: string };

/** The differences between before and after, by name. */
export function listChanges({
  before,
  after,
}: {
  before: AuditValues | null;
  after: AuditValues | null;
}): Change[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .map((field) => ({
      field: getFieldLabel(field),
      before: getValueLabel(field, before?.[field]),
      after: getValueLabel(field, after?.[field]),
    }))
    .filter((change) => change.before !== change.after);
}

/** Names and values in one cell of a CSV file. */
export function formatPairs(pairs: readonly [name: string, value: string][]): string {
  return pairs.map((pair) => pair.join(': ')).join('; ');
}
