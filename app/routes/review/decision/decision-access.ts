import type { Application } from '~/merchants/applications/applications';
import { findCaseForStaff } from '~/merchants/applications/review/assignments';
import { createNotFoundResponse } from '../review-action';
import { isDecision, type Decision } from './decision-messages';

/**
 * The decision and the application in a URL.
 * @throws 404 for unknown ones, and 403 for the reader's own account
 */
export async function requireDecision(
  request: Request,
  params: { id?: string },
  readerId: string,
): Promise<{ as: Decision; application: Application }> {
  const as = new URL(request.url).searchParams.get('as');
  const application = await findCaseForStaff(params.id ?? '', readerId);
  if (!application || !isDecision(as)) throw createNotFoundResponse();
  if (application === 'own_account') throw new Response(null, { status: 403 });
  return { as, application };
}
