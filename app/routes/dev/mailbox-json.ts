import { requireCapturedMails } from './captured-mails';

/** The captured emails as JSON, newest first. */
export function loader() {
  const mails = requireCapturedMails();
  return Response.json({ mails }, { headers: { 'Cache-Control': 'no-store' } });
}
