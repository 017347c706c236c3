import { findMembership } from '~/merchants/team/members';
import { addFormContext, readFormContext } from '~/platform/http/form-context';
import { parseUrl } from '~/platform/http/parse-url';
import type { FormContextMismatch } from '~/ui/layout/form-context-mismatch';
import type { Environment } from '~/platform/environment';
import { localPath } from '../../identity/login/local-path';

/**
 * Refuses what comes from a page that was made for another account, or the other environment, than its person works for by now: they
 * have switched in another tab. What carries no account was sent manually. The other account is named to those alone who belong to it.
 * @throws 409 with what happened, as JSON, and as a page where there is one
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
    now: { name: account.name, environment },
    returnTo: getPageName(request),
  };
  throw Response.json(other, { status: 409, headers: { 'Cache-Control': 'no-store' } });
}

/** Where the form stood, as the browser says. */
function getPageName(request: Request): string {
  const page = parseUrl(request.headers.get('referer') ?? '');
  return page ? localPath(addFormContext(page.pathname + page.search, null)) : '/';
}
