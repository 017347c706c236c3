import { Form } from '@remix-run/react';
import type { WaitingOutcome } from '~/payments/outcome-queue';
import { Button } from '~/ui/button';
import { CardNumber } from '~/ui/card-number';
import { Money } from '~/ui/money';
import { Table } from '~/ui/table';
import { TextLink } from '~/ui/text-link';
import { Time } from '~/ui/time';
import { operationWord } from '~/ui/transaction-words';
import { EnvironmentBadge } from '../search/payment-table';

type Props = { outcomes: readonly WaitingOutcome[]; action: string; mayAsk: boolean; isOfOne?: boolean };

/** Operations without an outcome. A button asks for what its page has shown: pressed twice, or by two people, it asks once. */
export function OutcomeTable({ outcomes, action, mayAsk, isOfOne = false }: Props) {
  const merchant = { title: 'Merchant', cell: ({ accountId, merchant }: WaitingOutcome) => <TextLink to={`/support/merchants/${accountId}`} className="wrap-anywhere">{merchant}</TextLink> };
  return (
    <Table
      caption="Outcomes that are not known, longest first"
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
        { title: 'Operation', cell: ({ operation }) => operationWord(operation) },
        { title: 'Card', cell: ({ cardBrand, cardLastFour }) => <CardNumber brand={cardBrand} lastFour={cardLastFour} /> },
        ...(isOfOne ? [] : [merchant]),
        { title: 'Environment', cell: ({ environment }) => <EnvironmentBadge environment={environment} /> },
        { title: 'Since', cell: ({ since }) => <Time at={since} /> },
        { title: 'Asked', align: 'right', cell: ({ tries }) => `${tries} ${tries === 1 ? 'time' : 'times'}` },
        { title: 'Next', cell: ({ nextAskAt }) => (nextAskAt ? <Time at={nextAskAt} /> : 'Nobody asks') },
        ...(mayAsk ? [{ title: 'Ask', cell: (outcome: WaitingOutcome) => <Ask action={action} {...outcome} /> }] : []),
      ]}
    />
  );
}

function Ask({ action, operationId, operation, merchant, tries }: WaitingOutcome & { action: string }) {
  return (
    <Form method="post" action={action} reloadDocument>
      <input type="hidden" name="seen" value={tries} />
      <Button type="submit" variant="secondary" size="small" name="operation" value={operationId}>
        Ask now <span className="sr-only">for the {operationWord(operation).toLowerCase()} of {merchant}</span>
      </Button>
    </Form>
  );
}
