import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { rememberDevice } from '~/identity/login/known-device';
import { personName } from '~/identity/users/person-name';
import { retrieveSession, startSession } from '~/identity/sessions/sessions';
import {
  findMemberInvitation,
  acceptMemberInvitationAsUser,
  acceptMemberInvitationAsNewUser,
} from '~/merchants/team/invitation-acceptance';
import { AuthLayout } from '~/ui/layout/auth-layout';
import { readForm } from '../forms/form-body';
import { rejectForm } from '../forms/form-reply';
import { formTitle } from '../forms/form-title';
import { parseForm } from '../forms/parse-form';
import { setCookies } from '../set-cookies';
import { selectAccount } from '../portal/selection/selected-account';
import { invalidLinkTitle } from './email/invalid-link';
import { passwordMessages } from './passwords/password-messages';
import { Answer } from './team-invitation/answer';

/** Shows a form without using the link, because mail scanners open links, too (threat T9). */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const invitation = await findMemberInvitation(params.token ?? '');
  const session = await retrieveSession(request);
  if (!invitation) return data({ invitation, rejected: false }, { status: 404 });
  const { businessName, email, role, inviter, isKnown } = invitation;
  const way = !isKnown
    ? ('new' as const)
    : !session
      ? ('log_in' as const)
      : session.user.email === email
        ? ('join' as const)
        : ('other' as const);
  return data({
    invitation: {
      businessName,
      email,
      role,
      inviter,
      way,
      token: params.token!,
      visitor: session?.user.email ?? null,
    },
    rejected: context.formRejected ?? false,
  });
}

const newPerson = z.object({
  name: personName,
  password: z.string({ error: passwordMessages.password_missing }),
});

export async function action({ request, params, context }: ActionFunctionArgs) {
  const token = params.token ?? '';
  const invitation = await findMemberInvitation(token);
  if (!invitation) return data(null, { status: 404 });
  const address = context.clientAddress;
  if (invitation.isKnown) {
    const session = await retrieveSession(request);
    const joined = session && (await acceptMemberInvitationAsUser(session.user, token, address));
    // A stranger, or another person, sees what to do about it.
    if (!joined || 'error' in joined) return redirect(`/invitation/${encodeURIComponent(token)}`);
    return redirect('/', {
      headers: setCookies([await startSession(request, joined.userId, address), selectAccount(joined)]),
    });
  }
  const form = parseForm(await readForm(request), newPerson);
  if (form.status !== 'success') return rejectForm(context, form.reply({ hideFields: ['password'] }));
  const joined = await acceptMemberInvitationAsNewUser(token, { ...form.value, address });
  if ('error' in joined) {
    if (joined.error === 'link_invalid') return redirect(`/invitation/${encodeURIComponent(token)}`);
    return rejectForm(
      context,
      form.reply({ hideFields: ['password'], fieldErrors: { password: [passwordMessages[joined.error]] } }),
    );
  }
  const cookies = [
    await startSession(request, joined.userId, address, 'portal', 'email_link'),
    await rememberDevice(joined.email),
    selectAccount(joined),
  ];
  return redirect('/', { headers: setCookies(cookies) });
}

export const meta = formTitle((loaded) => {
  const { invitation } = loaded as { invitation: { businessName: string } | null };
  return invitation ? `Join ${invitation.businessName}` : invalidLinkTitle;
});

export default function TeamInvitation() {
  const { invitation } = useLoaderData<typeof loader>();
  if (!invitation)
    return (
      <AuthLayout
        title={invalidLinkTitle}
        lead="It was already used, was revoked, or has expired. Ask the person who invited you to send a new one."
      >
        {null}
      </AuthLayout>
    );
  return <Answer {...invitation} />;
}
