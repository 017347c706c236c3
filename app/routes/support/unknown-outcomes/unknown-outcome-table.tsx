import { Form } from '@remix-run/react';
import type { UnknownOutcome } from '~/payments/operations/unknown-outcome-list';
import { pluralize } from '~/platform/text/pluralize';
import { Button } from '~/ui/forms/button';
import { CardNumber } from '~/ui/content/card-number';
import { Money } from '~/ui/content/money';
import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { getOperationLabel } from '~/ui/labels/transaction-labels';
import { EnvironmentBadge, MerchantCell } from '../search/payment-table';

type Props = {
  outcomes: readonly UnknownOutcome[];
  action: string;
  canInquire: boolean;
  isSingleMerchant?: boolean;
  captionSuffix?: string;
};

/**
 * Operations with an unknown outcome. A button inquires about what its page has shown: pressed twice, or by
 * two people, it inquires once.
 */
export function UnknownOutcomeTable({
  outcomes,
  action,
  canInquire,
  isSingleMerchant = false,
  captionSuffix = '',
}: Props) {
  const environment = {
    title: 'Environment',
    cell: ({ environment }: UnknownOutcome) => <EnvironmentBadge environment={environment} />,
  };
  return (
    <Table
      caption={`Unknown outcomes, oldest first${captionSuffix}`}
      rows={outcomes}
      rowKey={({ operationId }) => operationId}
      columns={[
        {
          title: 'Amount',
          align: 'right',
          cell: ({ operation, transactionId, amount, currency }) => (
            <TextLink to={`/support/transactions/${transactionId}`}>
              <span className="sr-only">{getOperationLabel(operation)} of </span>
              <Money amount={amount} currency={currency} />
            </TextLink>
          ),
        },
        {
          title: 'Operation',
          cell: ({ operation, cardBrand, cardLastFour }) => (
            <>
              {getOperationLabel(operation)}{' '}
              <span className="block text-sm text-ink-soft">
                <CardNumber brand={cardBrand} lastFour={cardLastFour} />
              </span>
            </>
          ),
        },
        isSingleMerchant ? environment : { title: 'Merchant', cell: (row) => <MerchantCell {...row} /> },
        { title: 'Since', cell: ({ since }) => <Time at={since} /> },
        {
          title: 'Next inquiry',
          cell: ({ inquiryCount, nextInquiryAt }) => (
            <>
              {nextInquiryAt ? <Time at={nextInquiryAt} /> : 'None'}{' '}
              <span className="block text-sm text-ink-soft">{pluralize(inquiryCount, 'attempt')} so far</span>
            </>
          ),
        },
        ...(canInquire
          ? [
              {
                title: 'Action',
                cell: (outcome: UnknownOutcome) => <InquiryForm action={action} {...outcome} />,
              },
            ]
          : []),
      ]}
    />
  );
}

function InquiryForm({
  action,
  operationId,
  operation,
  merchant,
  inquiryCount,
}: UnknownOutcome & { action: string }) {
  return (
    <Form method="post" action={action} reloadDocument>
      <input type="hidden" name="seen" value={inquiryCount} />
      <Button
        type="submit"
        variant="secondary"
        size="small"
        className="whitespace-nowrap"
        name="operation"
        value={operationId}
      >
        Send inquiry{' '}
        <span className="sr-only">
          for the {getOperationLabel(operation).toLowerCase()} of {merchant}
        </span>
      </Button>
    </Form>
  );
}
