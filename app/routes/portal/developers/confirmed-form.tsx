import { useActionData } from '@remix-run/react';
import type { ComponentProps } from 'react';
import type { Environment } from '~/platform/environment';
import { CodeField } from '../../identity/code-field';
import { DocumentForm } from '../../identity/document-form';
import type { RefusedForm } from '../../refused-form';
import { NeedsFactor } from './needs-factor';

type Props = ComponentProps<typeof DocumentForm> & { environment: Environment; mayConfirm: boolean; /** What it does, after "Before you". */ what: string };

/** A form about credentials: in live it asks for a code, or for the second factor to be set up first. */
export function ConfirmedForm({ environment, mayConfirm, what, children, ...form }: Props) {
  const refused = useActionData() as RefusedForm | undefined;
  if (!mayConfirm) return <NeedsFactor what={what} />;
  return (
    <DocumentForm {...form}>
      {children}
      {environment === 'live' && <CodeField kind="either" error={refused?.errors.code} />}
    </DocumentForm>
  );
}
