import { isRouteErrorResponse, useLocation } from '@remix-run/react';
import { ArrowRightLeft } from 'lucide-react';
import type { Environment } from '~/platform/environment';
import { Button } from '../forms/button';
import { EmptyState } from './empty-state';
import { EnvironmentForm } from '../shell/environment-form';
import { PageHeader } from './page-header';

/** The error for a page about something in the other environment. `what`: "payout". */
export type OtherEnvironment = { what: string; otherEnvironment: Environment };

/** @returns null for any other error */
export function parseOtherEnvironment(error: unknown): OtherEnvironment | null {
  const found =
    isRouteErrorResponse(error) && error.status === 404
      ? (error.data as Partial<OtherEnvironment> | null)
      : null;
  return found && typeof found === 'object' && found.what && found.otherEnvironment
    ? (found as OtherEnvironment)
    : null;
}

export const getOtherEnvironmentTitle = ({ what }: OtherEnvironment): string =>
  what[0]!.toUpperCase() + what.slice(1);

/** Following a link doesn't switch the environment, but offers to. */
export function OtherEnvironmentNotice(found: OtherEnvironment) {
  const { pathname, search } = useLocation();
  const { what, otherEnvironment } = found;
  return (
    <>
      <PageHeader title={getOtherEnvironmentTitle(found)} />
      <EmptyState
        icon={ArrowRightLeft}
        title={`This ${what} is in the ${otherEnvironment} environment`}
        action={
          <EnvironmentForm returnTo={pathname + search}>
            <Button type="submit" name="environment" value={otherEnvironment}>
              Switch to {otherEnvironment}
            </Button>
          </EnvironmentForm>
        }
      >
        You’re currently viewing the other environment.
      </EmptyState>
    </>
  );
}
