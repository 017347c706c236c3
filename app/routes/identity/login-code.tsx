import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { logInWithCode } from '~/identity/login';
import { AuthLayout } from '~/ui/auth-layout';
import { TextLink } from '~/ui/text-link';
import { readForm, textOf } from '../form-body';
import { actionHeaders } from '../form-reply';
import { formTitle } from '../form-title';
import { requireHalfLogin } from '../guards';
import { areaOf, areaPaths, pathAfterLogin } from './areas';
import { CodeField } from './code-field';
import { DocumentForm } from './document-form';
import { refuseCode } from './refused-code';

const fields = ['code'];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { area, user } = await requireHalfLogin(request, areaOf(request));
  const { searchParams } = new URL(request.url);
  const recovery = searchParams.has('recovery');
  if (recovery) searchParams.delete('recovery');
  else searchParams.set('recovery', '');
  return { area, email: user.email, recovery, otherWay: `?${searchParams}`, refused: context.formRefused ?? false };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const login = await requireHalfLogin(request, areaOf(request));
  const code = textOf(await readForm(request), 'code');
  if (!code) return refuseCode(context, 'missing');
  const outcome = await logInWithCode(request, login, { code, address: context.clientAddress });
  if (outcome === 'not_set_up') return redirect(areaPaths[login.area].login);
  if (typeof outcome === 'string' || 'wait' in outcome) return refuseCode(context, outcome);
  return redirect(pathAfterLogin(request, login.area), { headers: outcome.cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]) });
}

export const headers = actionHeaders;

export const meta = formTitle('Enter your code');

export default function LoginCode() {
  const { area, email, recovery, otherWay } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <AuthLayout
      area={area}
      title="Enter your code"
      lead={
        <p>
          To log in as <strong className="font-semibold wrap-anywhere text-ink">{email}</strong>. You have 10 minutes.
        </p>
      }
      aside={<TextLink to={areaPaths[area].login}>Log in as somebody else</TextLink>}
    >
      <DocumentForm
        fields={fields}
        submit="Log in"
        after={
          <div className="space-y-2 text-center">
            <p>
              <TextLink to={otherWay} reloadDocument>
                {recovery ? 'Use the authenticator app' : 'Use a recovery code'}
              </TextLink>
            </p>
            {area === 'portal' && (
              <p>
                <TextLink to="/login/recovery">Lost both?</TextLink>
              </p>
            )}
          </div>
        }
      >
        <CodeField kind={recovery ? 'recovery' : 'code'} error={refused?.errors.code} />
      </DocumentForm>
    </AuthLayout>
  );
}
