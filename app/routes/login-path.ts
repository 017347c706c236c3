import type { Area } from '~/identity/sessions/session-store';
import { hasSessionCookie } from '~/identity/sessions/sessions';
import { addFormContext } from '~/platform/http/form-context';
import { areaPaths } from './identity/areas';
import { localPath } from './identity/login/local-path';

/**
 * The login URL that returns to this page. A person who was logged in before learns that the session has
 * ended.
 */
export function loginPath(request: Request, area: Area): string {
  // The action's body is lost, but returning to its page by GET still works.
  const returnTo = localPath(addFormContext(pathOf(request), null));
  const query = new URLSearchParams({
    ...(hasSessionCookie(request, area) && { ended: '' }),
    ...(!['/', areaPaths[area].home].includes(returnTo) && { returnTo }),
  });
  return [areaPaths[area].login, String(query)].filter(Boolean).join('?');
}

/** As a person sees it: Remix has removed its own parameters by now. */
export function pathOf(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}
