import { ArrowRightLeft } from 'lucide-react';
import type { Environment } from '~/platform/environment';
import { Button } from '~/ui/forms/button';
import { EmptyState } from '~/ui/layout/empty-state';
import { EnvironmentForm } from '~/ui/layout/environment-form';
import { PageHeader } from '~/ui/layout/page-header';

type Props = { id: string; environment: Environment; what?: string; path?: string };

/** Shown instead of an object in the other environment. Following a link doesn't switch. */
export function OtherEnvironmentNotice({
  id,
  environment,
  what = 'transaction',
  path = `/transactions/${id}`,
}: Props) {
  return (
    <>
      <PageHeader title={what[0]!.toUpperCase() + what.slice(1)} />
      <EmptyState
        icon={ArrowRightLeft}
        title={`This ${what} is in the ${environment} environment`}
        action={
          <EnvironmentForm returnTo={path}>
            <Button type="submit" name="environment" value={environment}>
              Switch to {environment}
            </Button>
          </EnvironmentForm>
        }
      >
        You’re currently viewing the other environment.
      </EmptyState>
    </>
  );
}
