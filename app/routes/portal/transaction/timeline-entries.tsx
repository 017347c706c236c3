import { getOperationPath } from '~/platform/api-description/api-operations';
import type { TimelineEntry } from '~/payments/transactions/timeline';
import { InlineCode } from '~/ui/content/inline-code';
import { Money } from '~/ui/content/money';
import { TextLink } from '~/ui/content/text-link';
import { EventTimelineItem, OperationTimelineItem } from '~/ui/transactions/timeline';
import type { Tone } from '~/ui/labels/transaction-labels';
import { useRecordLinks } from '../record-links';

type Of<K extends TimelineEntry['kind']> = Extract<TimelineEntry, { kind: K }>;

/**
 * An entry of the timeline. `developer`: the reader can open requests and deliveries while they're stored.
 */
export function TimelineEntryLine({ entry, developer }: { entry: TimelineEntry; developer: boolean }) {
  const links = useRecordLinks();
  switch (entry.kind) {
    case 'operation':
      return (
        <OperationTimelineItem entry={entry}>
          {entry.refundId && (
            <p className="mt-1 text-sm">
              <TextLink to={links.transaction(entry.refundId)}>View refund</TextLink>
            </p>
          )}
        </OperationTimelineItem>
      );
    case 'response':
      return <ResponseLine entry={entry} />;
    case 'checkout':
      return <CheckoutLine entry={entry} />;
    case 'request':
      return <RequestLine entry={entry} developer={developer} />;
    case 'webhook':
      return <WebhookLine entry={entry} developer={developer} />;
  }
}

function ResponseLine({
  entry: { at, amount, currency, isAcceptance, operator },
}: {
  entry: Of<'response'>;
}) {
  return (
    <EventTimelineItem at={at} tone={isAcceptance ? 'neutral' : 'accent'}>
      {isAcceptance ? 'Chargeback' : 'Response to the chargeback'} of{' '}
      <Money amount={amount} currency={currency} /> {isAcceptance ? 'accepted' : 'submitted'} by {operator}
    </EventTimelineItem>
  );
}

const visits: Record<Exclude<Of<'checkout'>['what'], 'attempted'>, string> = {
  created: 'Payment intent created',
  opened: 'Payer opened the payment page',
  cancelled: 'Checkout canceled',
  sent_back: 'Payer redirected to your site',
  thanked: 'Payer saw the thank-you page',
  returned: 'Payer went back to the payment link',
};

function CheckoutLine({ entry: { what, at, transactionId, declined } }: { entry: Of<'checkout'> }) {
  const links = useRecordLinks();
  return (
    <EventTimelineItem at={at} tone={what === 'cancelled' || declined ? 'caution' : 'neutral'}>
      {what === 'attempted' ? (
        <>
          {declined
            ? `Another attempt on this payment page was declined: ${declined}`
            : 'Another attempt on this payment page.'}{' '}
          <TextLink to={links.transaction(transactionId!)}>View attempt</TextLink>
        </>
      ) : (
        visits[what]
      )}
    </EventTimelineItem>
  );
}

function RequestLine({
  entry: { id, at, method, operation, status, code, outcome, durationMs },
  developer,
}: {
  entry: Of<'request'>;
  developer: boolean;
}) {
  const links = useRecordLinks();
  // The operation's path, because only developers may see the query of the request's own.
  const name = `${method} ${getOperationPath(operation) ?? 'to an unknown path'}`;
  return (
    <EventTimelineItem at={at} tone={getTone(status)}>
      API request {developer ? <TextLink to={links.request(id)}>{name}</TextLink> : name}: {status}
      {code && (
        <>
          {' '}
          <InlineCode>{code}</InlineCode>
        </>
      )}
      {outcome === 'replayed' && ', replayed'} in {durationMs} ms
    </EventTimelineItem>
  );
}

function WebhookLine({
  entry: { at, deliveryId, event, host, deliveryStatus, attempt },
  developer,
}: {
  entry: Of<'webhook'>;
  developer: boolean;
}) {
  const links = useRecordLinks();
  const link = developer ? <TextLink to={links.delivery(deliveryId)}>{event}</TextLink> : event;
  return (
    <EventTimelineItem at={at} tone={attempt ? getTone(attempt.status ?? 599) : 'neutral'}>
      Webhook {link} to {host}
      {attempt
        ? `: ${attempt.status ?? `no response (${attempt.fault?.replaceAll('_', ' ')})`} in ${attempt.durationMs} ms${attempt.isManual ? ', sent manually' : ''}`
        : `: ${noAttempt[deliveryStatus] ?? deliveryStatus}`}
    </EventTimelineItem>
  );
}

const noAttempt: Record<string, string> = {
  waiting: 'queued',
  dropped: 'not sent, endpoint disabled',
};

function getTone(status: number): Tone {
  return status < 300 ? 'positive' : status < 500 ? 'caution' : 'negative';
}
