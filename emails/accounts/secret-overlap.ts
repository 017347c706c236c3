import type { OverlapHours } from '~/platform/secrets/secret-overlap';

const durations: Record<OverlapHours, string | undefined> = {
  0: undefined,
  1: 'an hour',
  24: '24 hours',
  168: '7 days',
};

/** Whether the previous client secret still works. Emails queued by an earlier version have no overlap. */
export function explainPreviousSecret(hours: OverlapHours | undefined): string {
  if (hours === undefined) return '';
  const duration = durations[hours];
  return duration
    ? `The old secret keeps working for up to ${duration}. Switch your server to the new secret before then.`
    : 'Any older secrets no longer work. Add this one to your server.';
}

/** Which secrets sign webhooks. */
export function explainSigning(host: string, hours: OverlapHours | undefined): string {
  const duration = hours && durations[hours];
  return duration
    ? `For ${duration}, webhooks to ${host} are signed with both the old and the new secret, so either one works. Add the new secret to your server before the old one expires.`
    : `Webhooks to ${host} are now signed with the new secret. Add it to your server, or your server will reject them.`;
}
