import { parseWithZod } from '@conform-to/zod/v4';
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { z } from 'zod';
import { emailAddress } from '~/identity/email-address';
import { askForConfirmation } from '~/identity/email-confirmation';
import { personName } from '~/identity/person-name';
import { AuthLayout } from '~/ui/auth-layout';
import { Field } from '~/ui/field';
import { TextLink } from '~/ui/text-link';
import { readForm } from '../form-body';
import { actionHeaders, refuseForm } from '../form-reply';
import { formTitle } from '../form-title';
import { requireNobody } from '../guards';
import { awaitMail } from './awaited-mail';
import { DocumentForm } from './document-form';
import { duration } from './waiting-words';

const registration = z.object({ name: personName, email: emailAddress });
const fields = ['name', 'email'] as const;

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireNobody(request);
  return { refused: context.formRefused ?? false };
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireNobody(request);
  const form = parseWithZod(await readForm(request), { schema: registration });
  if (form.status !== 'success') return refuseForm(context, form.reply());
  const outcome = await askForConfirmation({ ...form.value, address: context.clientAddress });
  // A mail of a moment ago is the mail to look for.
  if (outcome === 'sent' || outcome.error === 'mail_just_sent')
    return redirect('/register/sent', { headers: { 'Set-Cookie': awaitMail('registration', form.value) } });
  return refuseForm(context, form.reply({ formErrors: [`Too many mails were asked for. Try again in ${duration(outcome.waitSeconds)}.`] }), {
    status: 429,
    headers: { 'Retry-After': String(outcome.waitSeconds) },
  });
}

export const headers = actionHeaders;

export const meta = formTitle('Create your account');

export default function Register() {
  const refused = useActionData<typeof action>();
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
        <Field name="name" label="Your name" autoComplete="name" defaultValue={refused?.typed.name} error={refused?.errors.name} required maxLength={200} />
        <Field
          name="email"
          type="email"
          label="E-mail address"
          hint="We send you a link to confirm it."
          autoComplete="email"
          inputMode="email"
          spellCheck={false}
          defaultValue={refused?.typed.email}
          error={refused?.errors.email}
          required
        />
      </DocumentForm>
    </AuthLayout>
  );
}
