import { isRouteErrorResponse } from '@remix-run/react';
import type { Environment } from '~/platform/environment';
import { Button, ButtonLink } from '../forms/button';

/** The error for a form whose person has switched accounts or environments in another tab. */
export type FormContextMismatch = {
  message: string;
  /** The page's context. Null when the person doesn't belong to that account. */
  made: { accountId: string; name: string; environment: Environment } | null;
  now: { accountId: string; name: string; environment: Environment };
  /** The page's URL. */
  returnTo: string;
};

/** @returns null for any other error */
export function parseFormContextMismatch(error: unknown): FormContextMismatch | null {
  const found =
    isRouteErrorResponse(error) && error.status === 409
      ? (error.data as Partial<FormContextMismatch> | null)
      : null;
  return found && typeof found === 'object' && found.message && found.made !== undefined && found.now
    ? (found as FormContextMismatch)
    : null;
}

/** Explains that nothing changed, and offers to continue in either context. */
export function FormContextMismatchNotice({ message, made, now, returnTo }: FormContextMismatch) {
  return (
    <div className="max-w-xl py-6">
      <h1 className="text-2xl font-semibold tracking-tight break-words sm:text-3xl">
        You’ve switched {made?.accountId === now.accountId ? `to ${now.environment}` : 'accounts'} in another
        tab
      </h1>
      <p className="mt-3 break-words">{message}</p>
      {made && <p className="mt-3 text-ink-soft">To continue, switch back and fill in the form again.</p>}
      <div className="mt-6 flex flex-wrap gap-3">
        {made && (
          <form method="post" action="/accounts">
            <input type="hidden" name="account" value={made.accountId} />
            <input type="hidden" name="environment" value={made.environment} />
            <input type="hidden" name="returnTo" value={returnTo} />
            <Button type="submit">
              <span className="min-w-0 break-words">
                Switch to {made.name} in {made.environment}
              </span>
            </Button>
          </form>
        )}
        <ButtonLink to="/" variant="secondary" reloadDocument>
          <span className="min-w-0 break-words">
            Continue with {now.name} in {now.environment}
          </span>
        </ButtonLink>
      </div>
    </div>
  );
}
