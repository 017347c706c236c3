import { requireCapturedMails } from './captured';

/** The inbox for programs: newest first. */
export function loader() {
  return Response.json({ mails: requireCapturedMails() }, { headers: { 'Cache-Control': 'no-store' } });
}
