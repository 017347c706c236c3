import { findMembership } from '~/merchants/team/members';
import { addFormContext, readFormContext } from '~/platform/http/form-context';
import { parseUrl } from '~/platform/http/parse-url';
import type { FormContextMismatch } from '~/ui/layout/form-context-mismatch';
import type { Environment } from '~/platform/environment';
import { localPath } from '../../identity/login/local-path';

/**
 * Rejects a request from a page for another account or environment than the current one: the person has
 * switched in another tab. A request without a context was sent manually. The other account is named only to
 * its members.
 * @throws 409 with what happened, as JSON or as a page
 */
export async function rejectStalePage(
  request: Request,
  {
    user,
    account,
    environment,
  }: { user: { id: string }; account: { id: string; name: string }; environment: Environment },
): Promise<void> {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const madeFor = readFormContext(new URL(request.url));
  if (madeFor === undefined || (madeFor?.accountId === account.id && madeFor.environment === environment))
    return;
  const membership = madeFor && (await findMembership(user.id, madeFor.accountId));
  const made = madeFor &&
    membership && {
      accountId: madeFor.accountId,
      name: membership.account.name,
      environment: madeFor.environment,
    };
  const other: FormContextMismatch = {
    message: `This page was for ${made ? `${made.name} in ${made.environment}` : 'another account'}, but you’ve switched to ${account.name} in ${environment}. No changes were made.`,
    made,
    now: { accountId: account.id, name: account.name, environment },
    returnTo: getPageName(request),
  };
  throw Response.json(other, { status: 409, headers: { 'Cache-Control': 'no-store' } });
}

/** The form's page, according to the browser. */
function getPageName(request: Request): string {
  const page = parseUrl(request.headers.get('referer') ?? '');
  return page ? localPath(addFormContext(page.pathname + page.search, null)) : '/';
}
