import { Form } from '@remix-run/react';
import { ArrowRightLeft } from 'lucide-react';
import type { Environment } from '~/platform/environment';
import { Button } from '~/ui/button';
import { EmptyState } from '~/ui/empty-state';
import { PageHeader } from '~/ui/page-header';

/** In place of a transaction of the environment that one has not switched to. Following a link switches nothing by itself. */
export function Elsewhere({ id, environment }: { id: string; environment: Environment }) {
  return (
    <>
      <PageHeader title="Transaction" />
      <EmptyState
        icon={ArrowRightLeft}
        title={`This transaction is in the ${environment} environment`}
        action={
          <Form method="post" action="/environment" reloadDocument>
            <input type="hidden" name="returnTo" value={`/transactions/${id}`} />
            <Button type="submit" name="environment" value={environment}>
              Switch to {environment}
            </Button>
          </Form>
        }
      >
        You are looking at the other one.
      </EmptyState>
    </>
  );
}
