import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { resolvePasskeyArea } from '~/identity/passkeys/webauthn';
import { passkeyName } from '~/identity/passkeys/passkey-name';
import { findPasskey, isRequiredForStaff, removePasskey, renamePasskey } from '~/identity/passkeys/passkeys';
import { findSecondFactor } from '~/identity/second-factor/second-factor';
import { startSession } from '~/identity/sessions/sessions';
import { isId } from '~/platform/ids';
import { PageHeader } from '~/ui/layout/page-header';
import { readForm, textOf } from '../../form-body';
import { actionHeaders, refuseForm } from '../../form-reply';
import { formTitle } from '../../form-title';
import { requireConfirmed, requirePerson, sessionOver } from '../../guards';
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
    refused: context.formRefused ?? false,
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
    if (outcome === 'session_over') throw sessionOver(request, area);
    if (outcome === 'needed_for_staff')
      return refuseForm(context, {
        error: {
          '': ['Staff cannot be without a second factor. Add another passkey or an authenticator app first.'],
        },
      });
    return redirect(`${security}?removed`, {
      headers: { 'Set-Cookie': await startSession(request, user.id, address, area, 'renewed', confirmation) },
    });
  }
  const typed = { name: textOf(form, 'name') };
  const name = passkeyName.safeParse(typed.name);
  if (!name.success)
    return refuseForm(context, { initialValue: typed, error: { name: [name.error.issues[0]!.message] } });
  if ((await renamePasskey({ ...change, name: name.data })) === 'not_found') throw missing();
  return redirect(`${security}?renamed`);
}

export const headers = actionHeaders;

export const meta = formTitle('Passkey');

export default function PasskeyPage() {
  const { security, ...loaded } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <>
      <PageHeader title={loaded.passkey.name} lead={<BackToSecurity to={security} />} />
      <PasskeyForms {...loaded} refused={refused} />
    </>
  );
}
