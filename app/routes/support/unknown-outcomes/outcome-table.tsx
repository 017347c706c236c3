import { Form } from '@remix-run/react';
import type { WaitingOutcome } from '~/payments/outcome-queue';
import { counted } from '~/platform/counted';
import { Button } from '~/ui/button';
import { CardNumber } from '~/ui/card-number';
import { Money } from '~/ui/money';
import { Table } from '~/ui/table';
import { TextLink } from '~/ui/text-link';
import { Time } from '~/ui/time';
import { operationWord } from '~/ui/transaction-words';
import { EnvironmentBadge, MerchantCell } from '../search/payment-table';

type Props = {
  outcomes: readonly WaitingOutcome[];
  action: string;
  mayAsk: boolean;
  isOfOne?: boolean;
  captionEnd?: string;
};

/** Operations without an outcome. A button asks for what its page has shown: pressed twice, or by two people, it asks once. */
export function OutcomeTable({ outcomes, action, mayAsk, isOfOne = false, captionEnd = '' }: Props) {
  const environment = {
    title: 'Environment',
    cell: ({ environment }: WaitingOutcome) => <EnvironmentBadge environment={environment} />,
  };
  return (
    <Table
      caption={`Outcomes that are not known, longest first${captionEnd}`}
      rows={outcomes}
      rowKey={({ operationId }) => operationId}
      columns={[
        {
          title: 'Amount',
          align: 'right',
          cell: ({ operation, transactionId, amount, currency }) => (
            <TextLink to={`/support/transactions/${transactionId}`}>
              <span className="sr-only">{operationWord(operation)} of </span>
              <Money amount={amount} currency={currency} />
            </TextLink>
          ),
        },
        {
          title: 'Operation',
          cell: ({ operation, cardBrand, cardLastFour }) => (
            <>
              {operationWord(operation)}{' '}
              <span className="block text-sm text-ink-soft">
                <CardNumber brand={cardBrand} lastFour={cardLastFour} />
              </span>
            </>
          ),
        },
        isOfOne ? environment : { title: 'Merchant', cell: (row) => <MerchantCell {...row} /> },
        { title: 'Since', cell: ({ since }) => <Time at={since} /> },
        {
          title: 'Asked next',
          cell: ({ tries, nextAskAt }) => (
            <>
              {nextAskAt ? <Time at={nextAskAt} /> : 'Nobody asks'}{' '}
              <span className="block text-sm text-ink-soft">Asked {counted(tries, 'time')} so far</span>
            </>
          ),
        },
        ...(mayAsk
          ? [{ title: 'Ask', cell: (outcome: WaitingOutcome) => <Ask action={action} {...outcome} /> }]
          : []),
      ]}
    />
  );
}

function Ask({ action, operationId, operation, merchant, tries }: WaitingOutcome & { action: string }) {
  return (
    <Form method="post" action={action} reloadDocument>
      <input type="hidden" name="seen" value={tries} />
      <Button
        type="submit"
        variant="secondary"
        size="small"
        className="whitespace-nowrap"
        name="operation"
        value={operationId}
      >
        Ask now{' '}
        <span className="sr-only">
          for the {operationWord(operation).toLowerCase()} of {merchant}
        </span>
      </Button>
    </Form>
  );
}
