import { retrieveCaseSummary, type CaseSummary } from '~/merchants/applications/review/case-summary';
import { findCaseForStaff } from '~/merchants/applications/review/assignments';
import { createNotFoundResponse } from './review-action';

/**
 * The URL's application.
 * @throws 404; 403 for the reader's own account
 */
export async function requireAssignment(params: { id?: string }, user: { id: string }): Promise<CaseSummary> {
  const application = await findCaseForStaff(params.id ?? '', user.id);
  if (!application) throw createNotFoundResponse();
  if (application === 'own_account') throw new Response(null, { status: 403 });
  return retrieveCaseSummary(application, user.id);
}
