import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { simulateEvent, simulatedEvents } from '~/payments/operations/simulated-events';
import { isId } from '~/platform/ids';
import { readForm } from '../../forms/form-body';
import { requireMerchant } from '../../guards';

export { default } from '../../not-found-page';

/** A GET request after a reload redirects to the transaction. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireMerchant(request);
  return redirect(`/transactions/${requireTransactionId(params)}`);
}

/** Simulates an event on a test payment. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user, account } = await requireMerchant(request, 'events_simulate');
  const form = await readForm(request);
  const event = simulatedEvents.find((name) => name === form.get('event'));
  const who = {
    accountId: account.id,
    id: requireTransactionId(params),
    userId: user.id,
    address: context.clientAddress,
  };
  const hasHappened = event !== undefined && (await simulateEvent(event, who));
  return redirect(`/transactions/${who.id}?simulated=${hasHappened ? event : 'nothing'}`);
}

function requireTransactionId({ id = '' }: LoaderFunctionArgs['params']): string {
  if (!isId('trx', id)) throw new Response('Not found', { status: 404 });
  return id;
}
