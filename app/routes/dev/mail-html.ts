import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireCapturedMails } from './captured-mails';

/** An email's HTML as a page. Its policy allows inline styles and links, and nothing else. */
export async function loader({ params }: LoaderFunctionArgs) {
  const mails = await requireCapturedMails();
  const mail = mails.find(({ id }) => id === params.id);
  if (!mail) throw new Response('Not found', { status: 404 });
  return new Response(mail.html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox allow-top-navigation-by-user-activation allow-popups allow-popups-to-escape-sandbox",
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
    },
  });
}
