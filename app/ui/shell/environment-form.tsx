import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useSupportSession } from '../layout/brand';

type Props = { returnTo: string; className?: string; children: ReactNode };

/**
 * A form around buttons named `environment`. It applies to the person, whatever the page's context, and
 * reloads the page, so that nothing of the other environment stays visible.
 */
export function EnvironmentForm({ returnTo, className, children }: Props) {
  const isSupportSession = useSupportSession() !== undefined;
  return (
    <Form
      method="post"
      action={isSupportSession ? '/support/session/environment' : '/environment'}
      reloadDocument
      className={className}
    >
      <input type="hidden" name="returnTo" value={returnTo} />
      {children}
    </Form>
  );
}
