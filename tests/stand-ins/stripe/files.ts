import type Stripe from 'stripe';
import { newStripeId, type Context } from './account-state';
import { refuse, refuseMissing, refuseParameter } from './protocol/api-error';

const maximumBytes = 5_000_000;
const evidenceTypes: Record<string, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

/** An upload, of which only the description and the number of pages are kept. */
export async function createFile(context: Context, form: FormData): Promise<Stripe.File> {
  for (const name of form.keys())
    if (name !== 'file' && name !== 'purpose')
      throw refuseParameter(`Received unknown parameter: ${name}`, name, 'parameter_unknown');
  const [file, purpose] = [form.get('file'), form.get('purpose')];
  if (purpose === null)
    throw refuseParameter('Missing required param: purpose.', 'purpose', 'parameter_missing');
  if (purpose !== 'dispute_evidence') throw refuseParameter(`Invalid purpose: ${String(purpose)}`, 'purpose');
  if (file === null || typeof file === 'string')
    throw refuseParameter('Missing required param: file.', 'file', 'parameter_missing');
  const type = evidenceTypes[file.type];
  if (!type) throw refuse('Only PDF, JPEG, and PNG files are accepted for this purpose.', { param: 'file' });
  if (file.size > maximumBytes) throw refuse('The file is larger than 5 MB.', { param: 'file' });
  const stored = {
    id: newStripeId('file'),
    object: 'file',
    created: context.clock.now(),
    expires_at: null,
    filename: file.name,
    links: null,
    purpose,
    size: file.size,
    title: null,
    type,
    url: null,
  } satisfies Stripe.File;
  context.account.files.set(stored.id, stored);
  const pages = type === 'pdf' ? (await file.text()).split(/\/Type ?\/Page\b/).length - 1 : 1;
  context.account.pagesOfFiles.set(stored.id, pages);
  return stored;
}

export function findFile({ account }: Context, id: string): Stripe.File {
  const file = account.files.get(id);
  if (!file) throw refuseMissing('file', id);
  return file;
}
