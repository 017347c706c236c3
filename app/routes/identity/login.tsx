import { parseWithZod } from '@conform-to/zod/v4';
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { emailAddress } from '~/identity/email-address';
import { logIn } from '~/identity/login';
import { AuthLayout } from '~/ui/auth-layout';
import { Banner } from '~/ui/banner';
import { Field } from '~/ui/field';
import { PasswordField } from '~/ui/password-field';
import { TextLink } from '~/ui/text-link';
import { readForm } from '../form-body';
import { actionHeaders, refuseForm } from '../form-reply';
import { formTitle } from '../form-title';
import { requireNobody } from '../guards';
import { DocumentForm } from './document-form';
import { localPath } from './local-path';
import { duration } from './waiting-words';

const credentials = z.object({
  email: emailAddress,
  password: z.string({ error: 'Enter your password' }).max(1024, 'Enter your password: this is too long to be it'),
});
const fields = ['email', 'password'] as const;

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireNobody(request);
  return { refused: context.formRefused ?? false, changed: new URL(request.url).searchParams.has('changed') };
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireNobody(request);
  const form = parseWithZod(await readForm(request), { schema: credentials });
  if (form.status !== 'success') return refuseForm(context, form.reply({ hideFields: ['password'] }));
  const outcome = await logIn(request, { ...form.value, address: context.clientAddress });
  if ('cookies' in outcome) {
    const headers = new Headers(outcome.cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]));
    return redirect(localPath(new URL(request.url).searchParams.get('returnTo')), { headers });
  }
  if (outcome.error === 'invalid_credentials')
    return refuseForm(context, form.reply({ hideFields: ['password'], formErrors: ['E-mail address and password do not match. Check both, or choose a new password.'] }));
  const wait = `Too many tries. Wait ${duration(outcome.waitSeconds)}, or choose a new password.`;
  return refuseForm(context, form.reply({ hideFields: ['password'], formErrors: [wait] }), {
    status: 429,
    headers: { 'Retry-After': String(outcome.waitSeconds) },
  });
}

export const headers = actionHeaders;

export const meta = formTitle('Log in');

export default function Login() {
  const { changed } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <AuthLayout
      title="Log in"
      aside={
        <>
          New here? <TextLink to="/register">Create an account</TextLink>, or <TextLink to="/docs">read the docs</TextLink>
        </>
      }
    >
      {changed && !refused && (
        <div className="mb-6">
          <Banner tone="positive" title="Your password is changed" live>
            Log in with the new one.
          </Banner>
        </div>
      )}
      <DocumentForm
        fields={fields}
        submit="Log in"
        after={
          <p className="text-center">
            <TextLink to="/forgot-password">Forgotten your password?</TextLink>
          </p>
        }
      >
        <Field
          name="email"
          type="email"
          label="E-mail address"
          autoComplete="username"
          inputMode="email"
          spellCheck={false}
          defaultValue={refused?.typed.email}
          error={refused?.errors.email}
          required
        />
        <PasswordField name="password" label="Password" autoComplete="current-password" error={refused?.errors.password} required />
      </DocumentForm>
    </AuthLayout>
  );
}
