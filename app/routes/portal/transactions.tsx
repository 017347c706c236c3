import type { LoaderFunctionArgs } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { ArrowLeftRight, SearchX } from 'lucide-react';
import { transactionStatuses } from '~/payments/states';
import { listTransactions } from '~/payments/transaction-list';
import { findUntriedIntent } from '~/payments/untried-intents';
import { holdsCardNumber } from '~/platform/card-numbers';
import { isId } from '~/platform/ids';
import { Button, ButtonLink } from '~/ui/button';
import { Card } from '~/ui/card';
import { EmptyState } from '~/ui/empty-state';
import { Field } from '~/ui/field';
import { PageHeader } from '~/ui/page-header';
import { pageTitle } from '~/ui/page-title';
import { Pagination } from '~/ui/pagination';
import { SelectField } from '~/ui/select-field';
import { statusWord } from '~/ui/transaction-words';
import { TransactionTable } from '~/ui/transaction-table';
import { requireMerchant } from '../guards';
import { UntriedIntent } from './transactions/untried-intent';

export const meta = pageTitle('Transactions');

export async function loader({ request }: LoaderFunctionArgs) {
  const { account, environment } = await requireMerchant(request);
  const filter = parseFilter(new URL(request.url).searchParams);
  const list = await listTransactions({ accountId: account.id, environment, ...filter });
  const untried = filter.search && !list.transactions.length ? await findUntriedIntent({ accountId: account.id, environment, named: filter.search }) : null;
  return { ...list, untried, filter, environment };
}

/** A filter typed into the address may be anything: what makes no sense filters nothing. */
function parseFilter(query: URLSearchParams) {
  const status = transactionStatuses.find((name) => name === query.get('status'));
  // PostgreSQL has no text with a zero byte.
  const typed = (query.get('search') ?? '').replaceAll('\0', '').trim().slice(0, 255);
  // Nobody searches by card number, and one typed here stays out of the database's log.
  const search = typed && !holdsCardNumber(typed) ? typed : undefined;
  const before = query.get('before') ?? '';
  return { status, search, before: isId('trx', before) ? before : undefined };
}

export default function Transactions() {
  const { transactions, before, untried, filter, environment } = useLoaderData<typeof loader>();
  const filtered = Boolean(filter.status || filter.search);
  return (
    <>
      <PageHeader title="Transactions" lead={`Payments, refunds and chargebacks of your ${environment} environment, newest first.`} />
      {(filtered || transactions.length > 0) && <Filter {...filter} filtered={filtered} />}
      {transactions.length ? (
        <Card>
          <TransactionTable caption="Transactions, newest first" transactions={transactions} />
        </Card>
      ) : untried ? (
        <UntriedIntent intent={untried} />
      ) : filtered ? (
        <EmptyState
          icon={SearchX}
          title="Nothing found"
          action={
            <ButtonLink to="/transactions" variant="secondary">
              Show all transactions
            </ButtonLink>
          }
        >
          No transaction matches. The search looks for a whole transaction id, external_id or order_id.
        </EmptyState>
      ) : (
        <EmptyState
          icon={ArrowLeftRight}
          title="No transactions yet"
          action={<ButtonLink to="/developers">Open the developer page</ButtonLink>}
        >
          Every payment and refund will stand here, with its amounts and all that happened to it. The developer page has what you need for
          the first one.
        </EmptyState>
      )}
      <Pagination newer={filter.before ? listAddress({ ...filter, before: undefined }) : null} older={before ? listAddress({ ...filter, before }) : null} />
    </>
  );
}

function listAddress({ status, search, before }: { status?: string; search?: string; before?: string }): string {
  const query = new URLSearchParams(Object.entries({ status, search, before }).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  return `/transactions?${query}`;
}

function Filter({ status, search, filtered }: { status?: string; search?: string; filtered: boolean }) {
  return (
    <Form role="search" key={`${status} ${search}`} className="mb-6 flex flex-wrap items-end gap-3">
      <Field
        name="search"
        type="search"
        label="Find"
        placeholder="Transaction id, external_id or order_id"
        defaultValue={search}
        maxLength={255}
        className="w-full sm:w-96"
      />
      <SelectField
        name="status"
        label="Status"
        defaultValue={status ?? ''}
        options={[{ value: '', text: 'All' }, ...transactionStatuses.map((name) => ({ value: name, text: statusWord(name).text }))]}
        className="min-w-40 flex-1 sm:flex-none"
      />
      <Button type="submit" variant="secondary">
        Search
      </Button>
      {filtered && (
        <ButtonLink to="/transactions" variant="quiet">
          Clear
        </ButtonLink>
      )}
    </Form>
  );
}
