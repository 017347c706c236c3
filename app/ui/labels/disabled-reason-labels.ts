import type { DisabledReason } from '~/webhooks/endpoints/endpoint-notifications';

/** Why a webhook endpoint was disabled, after a colon. */
const disabledReasonLabels: Record<DisabledReason, string> = {
  manual: 'by a person',
  gone: 'it returned 410 Gone',
  failing: 'its deliveries kept failing',
};

export const getDisabledReasonLabel = (reason: string | null): string =>
  disabledReasonLabels[(reason ?? 'manual') as DisabledReason] ?? reason;
