import { ArrowRightLeft } from 'lucide-react';
import type { Environment } from '~/platform/environment';
import { Button } from '~/ui/forms/button';
import { EmptyState } from '~/ui/layout/empty-state';
import { EnvironmentForm } from '~/ui/layout/environment-form';
import { PageHeader } from '~/ui/layout/page-header';

type Props = { id: string; environment: Environment; what?: string; path?: string };

/** In place of a transaction, or what else has an address, of the environment that one has not switched to. Following a link switches nothing by itself. */
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
