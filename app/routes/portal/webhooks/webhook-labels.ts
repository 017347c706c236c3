import { eventTypes, testEventType } from '~/webhooks/events/event-types';
import type { EndpointErrors } from '~/webhooks/endpoints/endpoints';
import type { DeliveryError } from '~/webhooks/deliveries/delivery-request';
import type { StatusLabel } from '~/ui/labels/transaction-labels';

/** What is wrong with an address, for who typed it. */
export const urlMessages: Record<NonNullable<EndpointErrors['url']>, string> = {
  missing: 'Enter the address of your endpoint, such as https://shop.example/webhooks',
  not_an_address: 'This is no address. Enter one such as https://shop.example/webhooks',
  too_long: 'The address may have 2,048 characters at most',
  not_https: 'Enter an address that begins with https://: webhooks are sent nowhere else',
  user_name: 'Leave out the user name and password. The signature shows that we are the sender',
  fragment: 'Leave out the # and what follows: it is not sent',
  port: 'Use port 443 or 8443: webhooks are sent to no other',
  card_number: 'The address holds what looks like a card number. Leave it out',
  name_not_found: 'No name server knows this host. Check the spelling, or wait until its entry is published',
  private_address:
    'This host is in a private network or on our own machine, where webhooks are not sent. Use a host that the internet can reach',
};

const faults: Record<DeliveryError, string> = {
  name_not_found: 'No name server knew the host',
  private_address: 'The host led to a private network, where nothing is sent',
  connection_refused: 'Your server took no connection',
  connection_lost: 'The connection ended before an answer came',
  tls_failed:
    'No secure connection: the certificate is not valid for this host, has expired, or is signed by nobody known',
  timeout: 'No answer within 15 seconds',
  unreadable_answer: 'The answer was no HTTP, or its headers were too long',
  secret_unreadable:
    'By a fault of ours the signing secret could not be read, so nothing was sent. Rolling the secret makes a new one',
  not_sent: 'By a fault of ours nothing was sent',
  interrupted: 'We stopped waiting because our server was restarted. It is tried again at once',
};

/** How a try ended, in words. */
export function describeAttempt({ status, fault }: { status: number | null; fault: string | null }): string {
  if (status === null) return faults[fault as DeliveryError] ?? 'No answer';
  if (status >= 200 && status < 300) return `Answered ${status}`;
  if (status >= 300 && status < 400) return `Answered ${status}: redirects are not followed`;
  return status === 410 ? 'Answered 410 Gone: this disables the endpoint' : `Answered ${status}`;
}

/** A delivery that waits is new, being tried, or has failed and will be tried again. */
export function getDeliveryLabel({ status, attempts }: { status: string; attempts: number }): StatusLabel {
  if (status === 'pending')
    return attempts ? { text: 'Will be tried again', tone: 'caution' } : { text: 'Waiting', tone: 'accent' };
  return deliveryLabels[status] ?? { text: status, tone: 'neutral' };
}

export const deliveryLabels: Record<string, StatusLabel> = {
  pending: { text: 'Waiting', tone: 'accent' },
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
  ...Object.keys(eventTypes).map((name) => ({ value: name, text: `Sample of ${name}` })),
];
