import { Form } from '@remix-run/react';
import { maxPersonNameLength } from '~/identity/users/text-limits';
import type { MemberRole } from '~/merchants/team/members';
import { memberRoleLabels } from '~/merchants/team/role-labels';
import { AuthLayout } from '~/ui/layout/auth-layout';
import { Button, ButtonLink } from '~/ui/forms/button';
import { Field } from '~/ui/forms/field';
import { useRejectedForm } from '../../forms/rejected-form';
import { NewPasswordForm } from '../passwords/new-password-form';
import { DocumentForm } from '../email/document-form';

type Props = {
  businessName: string;
  email: string;
  role: MemberRole;
  inviter: string;
  token: string;
  visitor: string | null;
  way: 'new' | 'log_in' | 'join' | 'other';
};

const none: string[] = [];
const fields = ['name', 'password'];

/** How to accept an invitation: with a new login, or after logging in with an existing one. */
export function Answer({ businessName, email, role, inviter, token, visitor, way }: Props) {
  const who = <strong className="font-semibold wrap-anywhere text-ink">{email}</strong>;
  return (
    <AuthLayout
      title={`Join ${businessName}`}
      lead={
        <p>
          {inviter} invites {who} to the team with the {memberRoleLabels[role].name} role.
          <span className="mt-2 block">
            {memberRoleLabels[role].name}: {memberRoleLabels[role].purpose}
          </span>
        </p>
      }
    >
      {way === 'new' && <NewPerson email={email} />}
      {way === 'join' && <DocumentForm fields={none} submit="Join the team" />}
      {way === 'log_in' && (
        <div className="space-y-4">
          <p>This address has a login. Log in with it to join.</p>
          <ButtonLink
            to={`/login?${new URLSearchParams({ returnTo: `/invitation/${token}` })}`}
            size="wide"
            reloadDocument
          >
            Log in to join
          </ButtonLink>
        </div>
      )}
      {way === 'other' && (
        <div className="space-y-4">
          <p>
            You are logged in as <strong className="font-semibold wrap-anywhere">{visitor}</strong>. Log out,
            then open the link in the email again.
          </p>
          <Form method="post" action="/logout" reloadDocument>
            <Button type="submit" size="wide">
              Log out
            </Button>
          </Form>
        </div>
      )}
    </AuthLayout>
  );
}

function NewPerson({ email }: { email: string }) {
  const rejected = useRejectedForm();
  return (
    <NewPasswordForm email={email} submit="Join the team" fields={fields}>
      <Field
        name="name"
        label="Your name"
        autoComplete="name"
        defaultValue={rejected?.input.name}
        error={rejected?.errors.name}
        required
        maxLength={maxPersonNameLength}
      />
    </NewPasswordForm>
  );
}
