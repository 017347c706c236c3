import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { simulateEvent, simulatedEvents } from '~/payments/operations/simulated-events';
import { isId } from '~/platform/ids';
import { readForm } from '../../form-body';
import { requireMerchant } from '../../guards';

export { default } from '../../no-page';

/** Nothing to see: whoever reloads here goes to the transaction. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireMerchant(request);
  return redirect(`/transactions/${idOf(params)}`);
}

/** Makes happen to a payment of the test environment what one would have to wait for. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user, account } = await requireMerchant(request, 'transactions_change');
  const form = await readForm(request);
  const trial = simulatedEvents.find((name) => name === form.get('trial'));
  const who = { accountId: account.id, id: idOf(params), userId: user.id, address: context.clientAddress };
  const happened = trial !== undefined && (await simulateEvent(trial, who));
  return redirect(`/transactions/${who.id}?tried=${happened ? trial : 'nothing'}`);
}

function idOf({ id = '' }: LoaderFunctionArgs['params']): string {
  if (!isId('trx', id)) throw new Response('Not found', { status: 404 });
  return id;
}
