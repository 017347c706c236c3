import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { logInWithCode } from '~/identity/login/login';
import { completeLoginWithPasskey, requestPasskeySecondFactor } from '~/identity/passkeys/passkey-login';
import { findSecondFactor } from '~/identity/second-factor/second-factor';
import { AuthLayout } from '~/ui/layout/auth-layout';
import { TextLink } from '~/ui/content/text-link';
import { readForm, textOf } from '../../forms/form-body';
import { actionHeaders } from '../../forms/form-reply';
import { formTitle } from '../../forms/form-title';
import { requirePendingLogin } from '../../guards';
import { setCookies } from '../../set-cookies';
import { getArea, areaPaths, pathAfterLogin } from '../areas';
import { CodeField } from '../second-factor/code-field';
import { DocumentForm } from '../email/document-form';
import { PasskeyButton } from '../passkeys/passkey-button';
import { PasskeyStep } from '../passkeys/passkey-step';
import { rejectCode } from '../second-factor/code-rejection';
import { rejectPasskey, readPasskeyResponse } from '../passkeys/passkey-response';

const fields = ['code'];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const login = await requirePendingLogin(request, getArea(request));
  const [factor, passkey] = await Promise.all([
    findSecondFactor(login.user.id),
    requestPasskeySecondFactor(login),
  ]);
  const { searchParams } = new URL(request.url);
  const hasApp = Boolean(factor?.appSince);
  // A person whose passkeys all belong to the other area's host.
  const codesAlone = factor !== null && !hasApp && !passkey;
  const recovery = searchParams.has('recovery');
  const step = recovery || codesAlone ? 'recovery' : hasApp ? 'code' : 'passkey';
  if (recovery) searchParams.delete('recovery');
  else searchParams.set('recovery', '');
  const lost = [...(hasApp ? ['authenticator app'] : []), ...(factor?.passkeys ? ['passkeys'] : [])];
  return {
    area: login.area,
    email: login.user.email,
    step,
    passkey,
    hasApp,
    lost: lost.join(', '),
    codesAlone,
    otherWay: `?${searchParams}`,
    rejected: context.formRejected ?? false,
  } as const;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const login = await requirePendingLogin(request, getArea(request));
  const finish = (cookies: string[]) =>
    redirect(pathAfterLogin(request, login.area), { headers: setCookies(cookies) });
  const form = await readForm(request);
  const passkey = readPasskeyResponse(form);
  if (passkey) {
    const outcome = await completeLoginWithPasskey(request, login, {
      ...passkey,
      address: context.clientAddress,
    });
    return 'cookies' in outcome ? finish(outcome.cookies) : rejectPasskey(context, outcome);
  }
  const code = textOf(form, 'code');
  if (!code) return rejectCode(context, 'missing');
  const outcome = await logInWithCode(request, login, { code, address: context.clientAddress });
  if (outcome === 'not_set_up' || outcome === 'over') return redirect(areaPaths[login.area].login);
  if (typeof outcome === 'string' || 'wait' in outcome) return rejectCode(context, outcome);
  return finish(outcome.cookies);
}

export const headers = actionHeaders;

const titleOf = (step: string) => (step === 'passkey' ? 'Use your passkey' : 'Enter your code');

export const meta = formTitle((data) => titleOf((data as { step: string }).step));

export default function LoginCode() {
  const { area, email, step, passkey, hasApp, lost, codesAlone, otherWay } = useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  const after = (
    <div className="space-y-2 text-center">
      {!codesAlone && (
        <p>
          <TextLink to={otherWay} reloadDocument>
            {step !== 'recovery'
              ? 'Use a recovery code'
              : hasApp
                ? 'Use an authenticator app'
                : 'Use a passkey'}
          </TextLink>
        </p>
      )}
      {area === 'portal' && (
        <p>
          <TextLink to="/login/recovery">{`Lost your ${lost} and recovery codes?`}</TextLink>
        </p>
      )}
    </div>
  );
  return (
    <AuthLayout
      area={area}
      title={titleOf(step)}
      lead={
        <p>
          To log in as <strong className="font-semibold wrap-anywhere text-ink">{email}</strong>. You have 10
          minutes.
        </p>
      }
      aside={<TextLink to={areaPaths[area].login}>Log in as someone else</TextLink>}
    >
      {step === 'passkey' && passkey ? (
        <PasskeyStep request={passkey} after={after} />
      ) : (
        <DocumentForm
          fields={fields}
          submit="Log in"
          after={
            <>
              {step === 'code' && passkey && (
                <PasskeyButton ask={{ sign: passkey }}>Use a passkey</PasskeyButton>
              )}
              {after}
            </>
          }
        >
          {codesAlone && (
            <p className="text-ink-soft">{`Your passkeys work only in ${area === 'staff' ? 'the portal' : 'the staff area'}, which has a different address. Log in with a recovery code, then add a passkey under Security.`}</p>
          )}
          <CodeField kind={step === 'recovery' ? 'recovery' : 'code'} error={rejected?.errors.code} />
        </DocumentForm>
      )}
    </AuthLayout>
  );
}
