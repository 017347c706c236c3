import type { LoaderFunctionArgs } from '@remix-run/node';
import { respondWithMail } from '~/mail/mail-page';
import { requireStaff } from '../guards';
import { openMail } from './mails/open-mail';

/** The HTML of an email, for the frame of its page. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const visitor = await requireStaff(request, 'mails_view');
  const { copy } = await openMail(params.id!, visitor);
  if (!copy) throw new Response(null, { status: 404 });
  return respondWithMail(copy.html, { framed: true });
}
