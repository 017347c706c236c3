import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import {
  requestPasskeyRegistration,
  type PasskeyRegistrationRequest,
} from '~/identity/passkeys/passkey-registration';
import { passkeyName, suggestPasskeyName } from '~/identity/passkeys/passkey-name';
import { addPasskey, maximumPasskeys } from '~/identity/passkeys/passkeys';
import { createConfirmation } from '~/identity/sessions/session-store';
import { startSession } from '~/identity/sessions/sessions';
import { Panel } from '~/ui/layout/panel';
import { PageHeader } from '~/ui/layout/page-header';
import { readForm, textOf } from '../../forms/form-body';
import { actionHeaders, rejectForm } from '../../forms/form-reply';
import { formTitle } from '../../forms/form-title';
import { requireConfirmed, requirePerson, redirectToLogin } from '../../guards';
import type { RejectedForm } from '../../forms/rejected-form';
import { setCookies } from '../../set-cookies';
import { rememberRecoveryCodes } from '../../one-time-secrets';
import { areaPaths } from '../areas';
import { BackToSecurity } from '../security/back-to-security';
import { PasskeyNameForm } from './passkey-name-form';
import { CreatePasskey } from './create-passkey';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const person = await requirePerson(request);
  await requireConfirmed(request, person);
  return {
    suggested: suggestPasskeyName(request),
    security: areaPaths[person.area].security,
    rejected: context.formRejected ?? false,
  };
}

const message = {
  rejected: 'The passkey couldn’t be verified, or the time expired. Start again.',
  already_set_up: 'The passkey couldn’t be verified, or the time expired. Start again.',
  too_many: `You’ve reached the limit of ${maximumPasskeys} passkeys. Remove one you no longer use.`,
};

/** The name comes first. Then a passkey is offered, and only a passkey for an offer is stored. */
export async function action({ request, context }: ActionFunctionArgs) {
  const person = await requirePerson(request);
  await requireConfirmed(request, person);
  const { user, sessionId, area, confirmation } = person;
  const form = await readForm(request);
  const input = { name: textOf(form, 'name') };
  const name = passkeyName.safeParse(input.name);
  if (!name.success)
    return rejectForm(context, { initialValue: input, error: { name: [name.error.issues[0]!.message] } });
  if (form.has('made')) {
    const change = { userId: user.id, actor: `${area}:${user.id}`, address: context.clientAddress } as const;
    const added = await addPasskey({
      ...change,
      sessionId,
      area,
      scope: sessionId,
      ticket: textOf(form, 'ticket'),
      answer: textOf(form, 'passkey'),
      name: name.data,
      first: confirmation.confirmedWith === 'password',
    });
    if (added === 'session_over') throw redirectToLogin(request, area);
    if (typeof added === 'string')
      return rejectForm(context, { initialValue: input, error: { '': [message[added]] } });
    const codes = added.recoveryCodes && rememberRecoveryCodes(user.id, added.recoveryCodes);
    const cookies = [
      await startSession(request, user.id, change.address, area, 'renewed', createConfirmation('passkey')),
      ...(codes ? [codes] : []),
    ];
    return redirect(codes ? areaPaths[area].recoveryCodes : `${areaPaths[area].security}?added`, {
      headers: setCookies(cookies),
    });
  }
  return data<Offer>({
    kind: 'offer',
    name: name.data,
    offer: await requestPasskeyRegistration({
      userId: user.id,
      area,
      scope: sessionId,
      email: user.email,
      name: user.name,
    }),
  });
}

type Offer = { kind: 'offer'; name: string; offer: PasskeyRegistrationRequest };

export const headers = actionHeaders;

export const meta = formTitle('Add a passkey');

export default function NewPasskey() {
  const { suggested, security } = useLoaderData<typeof loader>();
  const reply = useActionData() as Offer | RejectedForm | undefined;
  return (
    <>
      <PageHeader
        title="Add a passkey"
        lead={
          <>
            Log in with your fingerprint, your face, or your device PIN. A passkey works only on this site, so
            it can’t be phished. All other devices will be logged out. <BackToSecurity to={security} />
          </>
        }
      />
      <Panel className="max-w-xl">
        {reply?.kind === 'offer' ? (
          <CreatePasskey name={reply.name} offer={reply.offer} />
        ) : (
          <PasskeyNameForm suggested={suggested} rejected={reply} />
        )}
      </Panel>
    </>
  );
}
