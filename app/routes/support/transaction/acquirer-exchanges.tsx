import type { ReactNode } from 'react';
import type { SupportDetails } from '~/payments/transactions/support-details';
import { Panel } from '~/ui/layout/panel';
import { Money } from '~/ui/content/money';
import { Badge } from '~/ui/content/status-badge';
import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import {
  getDisputeReasonLabel,
  getOperationLabel,
  getOperationStatusLabel,
  type StatusLabel,
} from '~/ui/labels/transaction-labels';

type Exchange = SupportDetails['exchanges'][number];

/** What was sent to the acquirer, and what it reported, each once. */
export function AcquirerExchangesPanel({ exchanges }: Pick<SupportDetails, 'exchanges'>) {
  return (
    <Panel title="Exchanges with the acquirer" id="acquirer">
      <Table
        caption="Requests to the acquirer and reports from it, oldest first"
        rows={exchanges}
        rowKey={({ id }) => id}
        columns={[
          {
            title: 'Operation',
            cell: (exchange) => (
              <>
                <span className="inline-flex flex-wrap items-center justify-end gap-x-2 gap-y-1 @3xl:justify-start">
                  {getExchangeLabel(exchange)} <Badge {...getStatusLabel(exchange)} />
                </span>
                {exchange.relation && <Detail>{relationLabels[exchange.relation]}</Detail>}
              </>
            ),
          },
          {
            title: 'Amount',
            align: 'right',
            cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
          },
          {
            title: 'Time',
            cell: (exchange) => (
              <>
                <Time at={exchange.at} />
                <Detail>{describeProgress(exchange)}</Detail>
              </>
            ),
          },
          { title: 'Acquirer reference', cell: ({ acquirerReference }) => renderCode(acquirerReference) },
          { title: 'Our reference', cell: ({ reference }) => renderCode(reference) },
          {
            title: 'Response code',
            cell: ({ code, isIsoCode, reason, type }) => (
              <>
                {code || !reason ? renderCode(code) : null}
                {isIsoCode && <Detail>ISO 8583</Detail>}
                {reason && <Detail>{type === 'chargeback' ? getDisputeReasonLabel(reason) : reason}</Detail>}
              </>
            ),
          },
        ]}
      />
    </Panel>
  );
}

const emptyCell = <span className="text-ink-soft">None</span>;
const renderCode = (text: string | null) =>
  text ? <code className="font-mono text-sm break-all">{text}</code> : emptyCell;

const Detail = ({ children }: { children: ReactNode }) => (
  <span className="block text-sm text-ink-soft">{children}</span>
);

const responseLabels: Record<string, string> = {
  dispute_response: 'Response to the chargeback',
  dispute_acceptance: 'Acceptance of the chargeback',
};

function getExchangeLabel({ type, transactionType }: Exchange): string {
  if (type === 'settle' && transactionType === 'REFUND') return 'Settlement of the refund';
  return responseLabels[type] ?? getOperationLabel(type);
}

const relationLabels: Record<NonNullable<Exchange['relation']>, string> = {
  approved_later: 'Approved later, and reversed',
  returned_later: 'Returned later by the payer’s bank',
  reverses_approval: 'Reverses the late approval',
  returned: 'Returned by the payer’s bank',
  canceled: 'Canceled by the acquirer',
};

const stateLabels: Partial<Record<Exchange['state'], StatusLabel>> = {
  sending: { text: 'Being sent', tone: 'accent' },
  waiting: { text: 'Not sent yet', tone: 'accent' },
  unsent: { text: 'Not sent', tone: 'negative' },
  never_received: { text: 'Not received', tone: 'negative' },
  reported: { text: 'Reported', tone: 'neutral' },
  recorded: { text: 'Recorded', tone: 'neutral' },
};

function getStatusLabel({ type, status, state }: Exchange): StatusLabel {
  if (stateLabels[state]) return stateLabels[state];
  const { text, tone } = getOperationStatusLabel(status, '', state === 'accepted');
  if (!responseLabels[type]) return { text, tone };
  if (status === 'PENDING') return { text: 'Not acknowledged yet', tone: 'caution' };
  return { text: status === 'SUCCEEDED' ? 'Acknowledged' : 'Refused', tone };
}

const unsentReasons: Record<NonNullable<Exchange['unsentReason']>, string> = {
  amount_not_representable: 'The acquirer has no such amount in this currency',
  partial_void: 'The acquirer can’t release a part of a hold',
  unknown_payment: 'We don’t know the acquirer’s reference of the payment',
};

/** What followed the request, or that there was none. */
function describeProgress({ type, state, at, answeredAt, nextAt, unsentReason }: Exchange): ReactNode {
  switch (state) {
    case 'answered':
      return answeredAt && <AnswerTime at={answeredAt} requestedAt={at} />;
    case 'accepted':
      return (
        answeredAt && (
          <>
            Accepted <Time at={answeredAt} />. The result comes later
          </>
        )
      );
    case 'sending':
      return 'Waiting for the answer';
    case 'waiting':
      return 'Not sent yet';
    case 'unconfirmed':
      return (
        <>
          It may not have been sent. <NextInquiry at={nextAt} />
        </>
      );
    case 'unanswered':
      return responseLabels[type] ? (
        nextAt && (
          <>
            Next attempt <Time at={nextAt} />
          </>
        )
      ) : (
        <NextInquiry at={nextAt} />
      );
    case 'unsent':
      return unsentReason && unsentReasons[unsentReason];
    case 'never_received':
      return 'It didn’t reach the acquirer in time';
    case 'reported':
      return type === 'settle'
        ? 'Reported with a payout. Nothing was sent'
        : 'Reported by the acquirer. Nothing was sent';
    case 'recorded':
      return 'Recorded by us. Nothing was sent';
  }
}

function AnswerTime({ at, requestedAt }: { at: Date; requestedAt: Date }) {
  const afterMs = new Date(at).getTime() - new Date(requestedAt).getTime();
  if (afterMs >= 0 && afterMs < 1_000) return 'Answered within a second';
  return (
    <>
      Answered <Time at={at} />
    </>
  );
}

function NextInquiry({ at }: { at: Date | null }) {
  return (
    <>
      {at ? (
        <>
          Next inquiry <Time at={at} />
        </>
      ) : (
        'No more inquiries'
      )}
      . <TextLink to="/support/unknown-outcomes">Unknown outcomes</TextLink>
    </>
  );
}
