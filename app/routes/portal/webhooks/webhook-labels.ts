import { eventTypes, testEventType } from '~/webhooks/events/event-types';
import type { EndpointErrors } from '~/webhooks/endpoints/endpoints';
import type { DeliveryState } from '~/webhooks/deliveries/delivery-log';
import type { DeliveryError } from '~/webhooks/deliveries/delivery-request';
import type { StatusLabel } from '~/ui/labels/transaction-labels';

/** The error message for an endpoint's URL. */
export const urlMessages: Record<NonNullable<EndpointErrors['url']>, string> = {
  missing: 'Enter your endpoint’s URL, such as https://shop.example/webhooks',
  not_an_address: 'This isn’t a valid URL. Enter a URL such as https://shop.example/webhooks',
  too_long: 'The URL can have at most 2,048 characters',
  not_https: 'Enter a URL that starts with https://',
  user_name: 'Remove the username and password. The signature proves that we sent the webhook',
  fragment: 'Remove the # and everything after it. Fragments aren’t sent',
  port: 'Use port 443 or 8443. Other ports aren’t supported',
  card_number: 'The URL seems to contain a card number. Remove it',
  name_not_found:
    'We can’t find this host in DNS. Check the spelling, or wait until its DNS record is published',
  private_address: 'This host is on a private network. Use a host that’s reachable from the internet',
};

const faults: Record<DeliveryError, string> = {
  name_not_found: 'DNS lookup failed',
  private_address: 'The host resolved to a private network address',
  connection_refused: 'Connection refused',
  connection_lost: 'Connection closed before a response',
  tls_failed: 'TLS error: the certificate is invalid for this host, expired, or not trusted',
  timeout: 'No response within 15 seconds',
  unreadable_answer: 'Invalid HTTP response, or headers too long',
  secret_unreadable:
    'An error on our side prevented us from reading the signing secret, so nothing was sent. Rotate the secret to create a new one',
  not_sent: 'An error on our side prevented sending',
  interrupted: 'Our server restarted during the attempt. We’re trying again now',
};

/** The result of an attempt. */
export function describeAttempt({ status, fault }: { status: number | null; fault: string | null }): string {
  if (status === null) return faults[fault as DeliveryError] ?? 'No response';
  if (status >= 200 && status < 300) return `Returned ${status}`;
  if (status >= 300 && status < 400) return `Returned ${status}. We don’t follow redirects`;
  return status === 410 ? 'Returned 410 Gone, which disables the endpoint' : `Returned ${status}`;
}

export const deliveryLabels: Record<DeliveryState, StatusLabel> = {
  pending: { text: 'Waiting', tone: 'accent' },
  sending: { text: 'Sending', tone: 'accent' },
  retrying: { text: 'Will retry', tone: 'caution' },
  delivered: { text: 'Delivered', tone: 'positive' },
  failed: { text: 'Failed', tone: 'negative' },
  dropped: { text: 'Not sent', tone: 'neutral' },
};

export function getEndpointLabel({
  status,
  failingSince,
}: {
  status: string;
  failingSince: unknown;
}): StatusLabel {
  if (status === 'disabled') return { text: 'Disabled', tone: 'neutral' };
  return failingSince ? { text: 'Failing', tone: 'negative' } : { text: 'Enabled', tone: 'positive' };
}

export function isSubscribedTo(events: readonly string[]): string {
  if (!events.length) return 'All events';
  return events.length === 1 ? events[0]! : `${events.length} event types`;
}

export const sampleOptions = [
  { value: testEventType as string, text: testEventType },
  ...Object.keys(eventTypes).map((name) => ({ value: name, text: `Sample ${name}` })),
];
