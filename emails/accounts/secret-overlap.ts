import type { OverlapHours } from '~/platform/secrets/secret-overlap';

const durations: Record<OverlapHours, string | undefined> = {
  0: undefined,
  1: 'an hour',
  24: '24 hours',
  168: '7 days',
};

/** Whether the previous client secret still works. Emails from before an upgrade don't know it. */
export function explainPreviousSecret(hours: OverlapHours | undefined): string {
  if (hours === undefined) return '';
  const duration = durations[hours];
  return duration
    ? `The previous secret keeps working for up to ${duration}.`
    : 'Older secrets no longer work.';
}

/** Which secrets sign webhooks. */
export function explainSigning(host: string, hours: OverlapHours | undefined): string {
  const duration = hours && durations[hours];
  return duration
    ? `For ${duration}, webhooks to ${host} are signed with both the new and the previous secret. Add the new one to your server before then.`
    : `Webhooks to ${host} are now signed with the new secret. Add it to your server.`;
}
