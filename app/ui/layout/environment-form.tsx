import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useSupportSession } from './brand';

type Props = { returnTo: string; className?: string; children: ReactNode };

/**
 * Around buttons named `environment`, which switch a person over. It is about the person, whatever their pages were made for, and answered
 * with a whole page, so that nothing of the other environment stays on the screen.
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
