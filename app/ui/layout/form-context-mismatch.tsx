import { isRouteErrorResponse } from '@remix-run/react';
import type { Environment } from '~/platform/environment';
import { Button, ButtonLink } from '../forms/button';

/** What a page hears that sends something after its person has switched to another account or environment in another tab. */
export type FormContextMismatch = {
  message: string;
  /** What the page was made for; null when the person does not belong to that account. */
  made: { accountId: string; name: string; environment: Environment } | null;
  now: { name: string; environment: Environment };
  /** Where the page was. */
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

/** Says that nothing happened, and offers both ways on: to where the page was made for, and to where one works now. */
export function FormContextMismatchNotice({ message, made, now, returnTo }: FormContextMismatch) {
  return (
    <div className="max-w-xl py-6">
      <h1 className="text-2xl font-semibold tracking-tight break-words sm:text-3xl">
        You’ve switched accounts in another tab
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
