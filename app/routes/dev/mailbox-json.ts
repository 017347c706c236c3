import { requireCapturedMails } from './captured-mails';

/** The inbox for programs: newest first. */
export function loader() {
  const mails = requireCapturedMails();
  return Response.json({ mails }, { headers: { 'Cache-Control': 'no-store' } });
}
