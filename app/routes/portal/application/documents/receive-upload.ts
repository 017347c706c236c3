import type { ActionFunctionArgs } from '@remix-run/node';
import type { UploadError } from '~/documents/disk';
import { diskStore } from '~/documents/document-store';
import { readForm } from '~/routes/forms/form-body';
import { requireMerchant } from '~/routes/guards';
import { requireRight } from './document-access';

const statuses: Record<UploadError, number> = { not_allowed: 403, expired: 403, empty: 400, too_large: 413 };

/** Receives a file without a bucket, through the same form as a bucket's (threat T17). */
export async function action({ request }: ActionFunctionArgs) {
  const { account, role } = await requireMerchant(request);
  requireRight(role, 'account_manage', 'disputes_answer');
  if (!diskStore) throw new Response('Not found', { status: 404 });
  const received = await diskStore.receive(await readForm(request), account.id);
  return received === 'received'
    ? new Response(null, { status: 204 })
    : new Response(received, { status: statuses[received] });
}
