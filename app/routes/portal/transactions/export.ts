import type { LoaderFunctionArgs } from '@remix-run/node';
import { exportTransactions } from '~/payments/reporting/transaction-export';
import { parseFilter } from '~/payments/reporting/transaction-filter';
import type { TransactionRow } from '~/payments/transactions/transaction-object';
import { getDetailedStatusLabel } from '~/ui/labels/transaction-labels';
import { describeDays } from '~/platform/time/day-range';
import { requireMember } from '../../guards';
import { rejectFilter, respondWithCsv } from './csv-response';

/** The list at the same URL as a CSV file, all pages. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const merchant = await requireMember(request, 'transactions_view');
  const { user, account, environment } = merchant;
  const { filter, problems, cardNumber } = parseFilter(new URL(request.url).searchParams);
  if (cardNumber || Object.keys(problems).length) return rejectFilter();
  const { currency } = filter;
  const named = { what: 'transactions', merchant, environment, currency, days: describeDays(filter) };
  return respondWithCsv(request, named, () =>
    exportTransactions({
      accountId: account.id,
      environment,
      timeZone: account.timeZone,
      filter,
      userId: user.id,
      address: context.clientAddress,
      describeStatus,
    }),
  );
}

const describeStatus = (row: TransactionRow): string =>
  getDetailedStatusLabel(row.status, row.type, {
    amountCaptured: row.amount_captured,
    amountRefunded: row.amount_refunded,
    chargebackOpen: row.chargeback_open,
    amountChargedBack: row.amount_charged_back,
    disputeStage: row.dispute_stage,
    disputeDueBy: row.dispute_due_by,
  }).text;
