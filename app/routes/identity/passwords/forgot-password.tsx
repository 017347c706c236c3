import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLocation } from '@remix-run/react';
import { z } from 'zod';
import { emailAddress } from '~/identity/email/email-address';
import { requestPasswordReset } from '~/identity/passwords/password-reset';
import { AuthLayout } from '~/ui/layout/auth-layout';
import { TextLink } from '~/ui/content/text-link';
import { readForm } from '../../forms/form-body';
import { actionHeaders, rejectForm } from '../../forms/form-reply';
import { formTitle } from '../../forms/form-title';
import { requireAnonymous } from '../../guards';
import { parseForm } from '../../forms/parse-form';
import { DocumentForm } from '../email/document-form';
import { EmailField } from '../email/email-field';
import { respondToEmailRequest } from '../email/email-request';

const fields = ['email'] as const;

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAnonymous(request);
  return { rejected: context.formRejected ?? false };
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireAnonymous(request);
  const form = parseForm(await readForm(request), z.object({ email: emailAddress }));
  if (form.status !== 'success') return rejectForm(context, form.reply());
  const outcome = await requestPasswordReset({ ...form.value, address: context.clientAddress });
  return respondToEmailRequest(context, form, outcome, { path: '/forgot-password/sent', kind: 'reset' });
}

export const headers = actionHeaders;

export const meta = formTitle('Choose a new password');

export default function ForgotPassword() {
  const rejected = useActionData<typeof action>();
  // From a failed login. Not in the URL, which proxies log.
  const { email } = (useLocation().state ?? {}) as { email?: string };
  return (
    <AuthLayout
      title="Choose a new password"
      lead="We’ll email you a link that works once, within one hour."
      aside={<TextLink to="/login">Back to login</TextLink>}
    >
      <DocumentForm fields={fields} submit="Send link">
        <EmailField
          hint="The address you log in with."
          autoComplete="username"
          rejected={rejected}
          defaultValue={email}
        />
      </DocumentForm>
    </AuthLayout>
  );
}
