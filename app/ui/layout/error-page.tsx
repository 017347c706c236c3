import { isRouteErrorResponse, useRouteError } from '@remix-run/react';
import type { Area } from '~/identity/sessions/session-store';
import type { MemberPermission, MemberRole } from '~/merchants/team/members';
import { memberPermissionLabels, memberRoleLabels } from '~/merchants/team/role-labels';
import { Brand, useRootData } from './brand';
import { ButtonLink } from '../forms/button';
import { findSupportSessionRejection } from '../support-sessions/support-session-rejections';
import { FormContextMismatchNotice, parseFormContextMismatch } from './form-context-mismatch';
import { TextLink } from '../content/text-link';

/** A permission error: the missing permission, the person's role, and who can grant it. */
export type MissingPermission = { permission: MemberPermission; role: MemberRole; grantors: string[] };

/** An error page without navigation. */
export function StandaloneErrorPage() {
  return (
    <div className="mx-auto max-w-xl px-4 py-10 sm:py-16">
      <header>
        <Brand />
      </header>
      <main id="content" tabIndex={-1} className="mt-6 outline-none">
        <ErrorPage />
      </main>
    </div>
  );
}

/** A calm error message without a stack trace. The request ID is enough for us to find the cause. */
export function ErrorPage({ area = 'portal' }: { area?: Area }) {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const missingPermission =
    isRouteErrorResponse(error) && status === 403 ? parseMissingPermission(error.data) : null;
  const supportSessionRejection = isRouteErrorResponse(error)
    ? findSupportSessionRejection(error.data)
    : null;
  const { title, text } = supportSessionRejection
    ? { title: 'Support sessions are read-only', text: supportSessionRejection }
    : missingPermission
      ? {
          title: getErrorMessage(403, area).title,
          text: 'Your role in this account doesn’t include the required permission.',
        }
      : getErrorMessage(status, area);
  const requestId = useRootData()?.requestId;
  const contextMismatch = parseFormContextMismatch(error);
  if (contextMismatch) return <FormContextMismatchNotice {...contextMismatch} />;
  return (
    <div className="max-w-xl py-6">
      <p className="font-medium text-ink-soft">{status}</p>
      <h1 className="mt-1 text-2xl font-semibold tracking-tight sm:text-3xl">{title}</h1>
      <p className="mt-3 text-ink-soft">{text}</p>
      {missingPermission && <MissingPermissionDetails {...missingPermission} />}
      <ButtonLink to={area === 'staff' ? '/staff' : '/'} variant="secondary" className="mt-6" reloadDocument>
        Go to home page
      </ButtonLink>
      {requestId && (
        <p className="mt-8 text-sm text-ink-soft">
          Request <code className="font-mono break-all select-all">{requestId}</code>
        </p>
      )}
    </div>
  );
}

/** The next step: a person to ask. */
function MissingPermissionDetails({ permission, role, grantors }: MissingPermission) {
  return (
    <>
      <dl className="mt-5 space-y-3 rounded-lg bg-sunken p-4">
        <div>
          <dt className="text-sm text-ink-soft">Required permission</dt>
          <dd className="font-medium">{memberPermissionLabels[permission]}</dd>
        </div>
        <div>
          <dt className="text-sm text-ink-soft">Your role</dt>
          <dd className="font-medium">{memberRoleLabels[role].name}</dd>
        </div>
        {grantors.length > 0 && (
          <div>
            <dt className="text-sm text-ink-soft">Who can grant it</dt>
            <dd className="font-medium break-words">{grantors.join(', ')}</dd>
          </div>
        )}
      </dl>
      <p className="mt-4">
        <TextLink to="/team">View team and roles</TextLink>
      </p>
    </>
  );
}

function parseMissingPermission(data: unknown): MissingPermission | null {
  const found = data as Partial<MissingPermission> | null;
  return found &&
    typeof found === 'object' &&
    found.permission &&
    found.permission in memberPermissionLabels &&
    found.role &&
    found.grantors
    ? (found as MissingPermission)
    : null;
}

function getErrorMessage(status: number, area: Area): { title: string; text: string } {
  if (status === 404)
    return {
      title: 'We can’t find this page',
      text: `The address may be mistyped, or the page doesn’t exist${area === 'portal' ? ' in this account' : ''}.`,
    };
  if (status === 403)
    return {
      title: 'You can’t open this page',
      text:
        area === 'staff'
          ? 'Your role doesn’t include access to it. An admin can change that.'
          : 'Your role in this account doesn’t include access to it. The account’s owner can change that.',
    };
  if (status === 429) return { title: 'Too many requests', text: 'Wait a minute, then try again.' };
  if (status === 503)
    return {
      title: 'We’re very busy right now',
      text: 'No changes were made. Go back and try again in a few seconds.',
    };
  if (status < 500)
    return {
      title: 'We couldn’t process this request',
      text: 'Go back and try again. If it happens again, contact us with the request ID below.',
    };
  return {
    title: 'Something went wrong on our side',
    text: 'We’ve logged the error. Try again in a moment. If it keeps happening, contact us with the request ID below.',
  };
}
