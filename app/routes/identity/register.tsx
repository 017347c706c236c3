import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { z } from 'zod';
import { emailAddress } from '~/identity/email/email-address';
import { requestEmailConfirmation } from '~/identity/email/email-confirmation';
import { personName } from '~/identity/users/person-name';
import { maxPersonNameLength } from '~/identity/users/text-limits';
import { config } from '~/platform/config/config.server';
import { AuthLayout } from '~/ui/layout/auth-layout';
import { Field } from '~/ui/forms/field';
import { TextLink } from '~/ui/content/text-link';
import { readForm } from '../forms/form-body';
import { actionHeaders, rejectForm } from '../forms/form-reply';
import { formTitle } from '../forms/form-title';
import { requireAnonymous } from '../guards';
import { parseForm } from '../forms/parse-form';
import { DocumentForm } from './email/document-form';
import { EmailField } from './email/email-field';
import { respondToEmailRequest } from './email/email-request';

const registration = z.object({ name: personName, email: emailAddress });
const fields = ['name', 'email'] as const;

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAnonymous(request);
  // New merchants may register in another installation (docs/operating/scaling.md).
  if (config.registrationUrl) return redirect(config.registrationUrl);
  return { rejected: context.formRejected ?? false };
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireAnonymous(request);
  // A browser doesn't let a form lead to another site. The login page links to it.
  if (config.registrationUrl) return redirect('/login');
  const form = parseForm(await readForm(request), registration);
  if (form.status !== 'success') return rejectForm(context, form.reply());
  const outcome = await requestEmailConfirmation({ ...form.value, address: context.clientAddress });
  return respondToEmailRequest(context, form, outcome, { path: '/register/sent', kind: 'registration' });
}

export const headers = actionHeaders;

export const meta = formTitle('Create your account');

export default function Register() {
  const rejected = useActionData<typeof action>();
  return (
    <AuthLayout
      title="Create your account"
      lead="Test credentials in two minutes. No card, no contract."
      aside={
        <>
          Already registered? <TextLink to="/login">Log in</TextLink>
        </>
      }
    >
      <DocumentForm fields={fields} submit="Continue">
        <Field
          name="name"
          label="Your name"
          autoComplete="name"
          defaultValue={rejected?.input.name}
          error={rejected?.errors.name}
          required
          maxLength={maxPersonNameLength}
        />
        <EmailField hint="We’ll email you a link to confirm it." autoComplete="email" rejected={rejected} />
      </DocumentForm>
    </AuthLayout>
  );
}
