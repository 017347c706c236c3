import type { LoaderFunctionArgs } from '@remix-run/node';
import { respondWithMail } from '~/mail/mail-page';
import { requireCapturedMails } from './captured-mails';

export async function loader({ params }: LoaderFunctionArgs) {
  const mails = await requireCapturedMails();
  const mail = mails.find(({ id }) => id === params.id);
  if (!mail) throw new Response('Not found', { status: 404 });
  return respondWithMail(mail.html);
}
