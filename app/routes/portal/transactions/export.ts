import type { LoaderFunctionArgs } from '@remix-run/node';
import { exportName, exportTransactions } from '~/payments/transaction-export';
import { parseFilter } from '~/payments/transaction-filter';
import { dayOf } from '~/platform/days';
import { requireMerchant } from '../../guards';

/** The list of the same address as a CSV file, all its pages. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user, account, environment } = await requireMerchant(request, 'transactions_view');
  const { filter, problems, cardNumber } = parseFilter(new URL(request.url).searchParams);
  // A file that holds more than was asked for would be taken for what was asked for.
  if (cardNumber || Object.keys(problems).length) return new Response('One of the filters makes no sense. Go back to the list and correct it.', { status: 400 });
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${exportName({ accountName: account.name, environment, day: dayOf(new Date(), account.timeZone) })}"`,
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
  };
  if (request.method === 'HEAD') return new Response(null, { headers });
  const csv = await exportTransactions({ accountId: account.id, environment, timeZone: account.timeZone, filter, userId: user.id, address: context.clientAddress });
  return new Response(csv, { headers });
}
