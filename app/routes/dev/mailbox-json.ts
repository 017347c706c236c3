import { requireCapturedMails } from './captured-mails';

/** The captured emails as JSON, newest first. */
export async function loader() {
  const mails = await requireCapturedMails();
  return Response.json({ mails }, { headers: { 'Cache-Control': 'no-store' } });
}
