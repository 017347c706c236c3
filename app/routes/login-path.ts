import type { Area } from '~/identity/sessions/session-store';
import { hasSessionCookie } from '~/identity/sessions/sessions';
import { addFormContext } from '~/platform/http/form-context';
import { areaPaths } from './identity/areas';
import { localPath } from './identity/login/local-path';

/** Where one logs in to come back to this page. Who was logged in before is reported that the session has ended. */
export function loginPath(request: Request, area: Area): string {
  // What an action was to do is gone with its body; coming back to its page by GET is still right.
  const returnTo = localPath(addFormContext(pathOf(request), null));
  const query = new URLSearchParams({
    ...(hasSessionCookie(request, area) && { ended: '' }),
    ...(!['/', areaPaths[area].home].includes(returnTo) && { returnTo }),
  });
  return [areaPaths[area].login, String(query)].filter(Boolean).join('?');
}

/** As a person sees it: Remix has taken off by now what its scripts add to an address. */
export function pathOf(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}
