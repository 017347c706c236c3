import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { resolvePasskeyArea } from '~/identity/passkeys/webauthn';
import { passkeyName } from '~/identity/passkeys/passkey-name';
import { findPasskey, isRequiredForStaff, removePasskey, renamePasskey } from '~/identity/passkeys/passkeys';
import { findSecondFactor } from '~/identity/second-factor/second-factor';
import { startSession } from '~/identity/sessions/sessions';
import { isId } from '~/platform/ids';
import { PageHeader } from '~/ui/layout/page-header';
import { readForm, textOf } from '../../forms/form-body';
import { actionHeaders, rejectForm } from '../../forms/form-reply';
import { formTitle } from '../../forms/form-title';
import { requireConfirmed, requirePerson, redirectToLogin } from '../../guards';
import { areaPaths } from '../areas';
import { BackToSecurity } from '../security/back-to-security';
import { PasskeyForms } from './passkey-forms';

const missing = () => new Response(null, { status: 404 });

async function requirePasskey(userId: string, id = '') {
  const passkey = isId('pkey', id) ? await findPasskey({ userId, id }) : null;
  if (!passkey) throw missing();
  return passkey;
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { user, area } = await requirePerson(request);
  const passkey = await requirePasskey(user.id, params.id);
  const [factor, needed] = await Promise.all([
    findSecondFactor(user.id),
    isRequiredForStaff({ userId: user.id, id: passkey.id }),
  ]);
  return {
    passkey: { ...passkey, worksHere: passkey.area === resolvePasskeyArea(area) },
    needed,
    isLast: factor?.passkeys === 1 && !factor.appSince,
    security: areaPaths[area].security,
    rejected: context.formRejected ?? false,
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const person = await requirePerson(request);
  await requireConfirmed(request, person);
  const { user, sessionId, area, confirmation } = person;
  const { id } = await requirePasskey(user.id, params.id);
  const form = await readForm(request);
  const address = context.clientAddress;
  const change = { userId: user.id, actor: `${area}:${user.id}`, address, id } as const;
  const { security } = areaPaths[area];
  if (form.has('remove')) {
    const outcome = await removePasskey({ ...change, sessionId });
    if (outcome === 'session_over') throw redirectToLogin(request, area);
    if (outcome === 'needed_for_staff')
      return rejectForm(context, {
        error: {
          '': ['Staff need a second factor. Add another passkey or an authenticator app first.'],
        },
      });
    return redirect(`${security}?removed`, {
      headers: { 'Set-Cookie': await startSession(request, user.id, address, area, 'renewed', confirmation) },
    });
  }
  const input = { name: textOf(form, 'name') };
  const name = passkeyName.safeParse(input.name);
  if (!name.success)
    return rejectForm(context, { initialValue: input, error: { name: [name.error.issues[0]!.message] } });
  if ((await renamePasskey({ ...change, name: name.data })) === 'not_found') throw missing();
  return redirect(`${security}?renamed`);
}

export const headers = actionHeaders;

export const meta = formTitle('Passkey');

export default function PasskeyPage() {
  const { security, ...loaded } = useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  return (
    <>
      <PageHeader title={loaded.passkey.name} lead={<BackToSecurity to={security} />} />
      <PasskeyForms {...loaded} rejected={rejected} />
    </>
  );
}
