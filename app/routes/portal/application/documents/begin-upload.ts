import type { ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { beginUpload } from '~/documents/uploads';
import { canUploadEvidence } from '~/payments/disputes/evidence';
import { readForm } from '~/routes/forms/form-body';
import { requireMerchant } from '~/routes/guards';
import { getDocumentPermission, requireRight } from './document-access';
import { rejectUpload, reply } from './document-reply';

const announced = z.object({
  kind: z.string().max(60),
  subject: z.string().max(60),
  fileName: z.string().max(1_000),
  contentType: z.string().max(200),
  sizeBytes: z.coerce.number().int().min(0),
});

/** Starts an upload: tells the browser where and how to send the file. */
export async function action({ request }: ActionFunctionArgs) {
  const { user, account, role } = await requireMerchant(request);
  const file = announced.safeParse(Object.fromEntries(await readForm(request)));
  if (!file.success) throw new Response(null, { status: 400 });
  requireRight(role, getDocumentPermission(file.data.kind, 'change'));
  const slot = { accountId: account.id, kind: file.data.kind, subject: file.data.subject };
  if (!(await canUploadEvidence(slot))) return rejectUpload('closed');
  const begun = await beginUpload({ ...file.data, ...slot, uploadedBy: user.id });
  return typeof begun === 'string' ? rejectUpload(begun) : reply(begun);
}
