import type { LoaderFunctionArgs } from '@remix-run/node';
import { exportTransactions } from '~/payments/reporting/transaction-export';
import { parseFilter } from '~/payments/reporting/transaction-filter';
import { requireMember } from '../../guards';
import { rejectFilter, respondWithCsv } from './csv-response';

/** The list at the same URL as a CSV file, all pages. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const merchant = await requireMember(request, 'transactions_view');
  const { user, account, environment } = merchant;
  const { filter, problems, cardNumber } = parseFilter(new URL(request.url).searchParams);
  if (cardNumber || Object.keys(problems).length) return rejectFilter();
  return respondWithCsv(request, { what: 'transactions', merchant, environment }, () =>
    exportTransactions({
      accountId: account.id,
      environment,
      timeZone: account.timeZone,
      filter,
      userId: user.id,
      address: context.clientAddress,
    }),
  );
}
