import { Form } from '@remix-run/react';
import type { ConnectionSummary } from '~/payments/connections/connection-list';
import { Button, ButtonLink } from '~/ui/forms/button';
import { useSubmitting } from '~/ui/forms/use-submitting';

type Connection = ConnectionSummary & {
  isBuiltIn: boolean;
  hasRotation: boolean;
  proposed: { by: { userId: string } } | null;
};

/** What staff can do with a connection now. */
export function ConnectionActions({ connection, userId }: { connection: Connection; userId: string }) {
  const { id, state, isUsable, isBuiltIn, hasRotation, proposed } = connection;
  const path = `/staff/connections/${id}`;
  const [testing, test] = useSubmitting();
  const isAwaiting = state === 'awaiting_approval';
  return (
    <div className="flex flex-wrap gap-3">
      {isAwaiting && isUsable && proposed?.by.userId !== userId && (
        <ButtonLink to={`${path}/approval`}>Approve</ButtonLink>
      )}
      {state !== 'rejected' && (isUsable || !isBuiltIn) && (
        <Form method="post" action={path} reloadDocument onSubmit={test}>
          <Button type="submit" variant="secondary" pending={testing}>
            Test connection
          </Button>
        </Form>
      )}
      {isAwaiting && (
        <>
          <ButtonLink to={`${path}/edit`} variant="secondary">
            Edit
          </ButtonLink>
          <ButtonLink to={`${path}/rejection`} variant="secondary">
            Reject
          </ButtonLink>
        </>
      )}
      {hasRotation && (
        <ButtonLink to={`${path}/secrets`} variant="secondary">
          Rotate secrets
        </ButtonLink>
      )}
      {state === 'active' && (
        <ButtonLink to={`${path}/retirement`} variant="secondary">
          Retire
        </ButtonLink>
      )}
      {state === 'retired' && isBuiltIn && isUsable && (
        <ButtonLink to={`${path}/reactivation`} variant="secondary">
          Activate again
        </ButtonLink>
      )}
    </div>
  );
}
