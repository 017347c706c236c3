import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import {
  listMemberInvitations,
  resendMemberInvitation,
  withdrawMemberInvitation,
} from '~/merchants/team/invitations';
import { isId } from '~/platform/ids';
import { memberRoleLabels } from '~/merchants/team/role-labels';
import { Button } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { DescriptionList } from '~/ui/content/description-list';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { Form } from '~/ui/forms/form';
import { PageHeader } from '~/ui/layout/page-header';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { readForm } from '../../forms/form-body';
import { actionHeaders, formatRetryDelay, rejectForm } from '../../forms/form-reply';
import { formTitle } from '../../forms/form-title';
import { requireMerchant } from '../../guards';
import { useErrorSummary } from '../../forms/rejected-form';
import { formatResendWait } from './resend-wait';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { account } = await requireMerchant(request, 'members_manage');
  const invitation = (await listMemberInvitations(account.id)).find(({ id }) => id === params.id);
  if (!invitation) throw new Response(null, { status: 404 });
  return { ...invitation, rejected: context.formRejected ?? false };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user, account } = await requireMerchant(request, 'members_manage');
  const id = params.id ?? '';
  if (!isId('inv', id)) throw new Response(null, { status: 404 });
  const where = { accountId: account.id, id, by: user.id, address: context.clientAddress };
  const withdraws = (await readForm(request)).get('do') === 'withdraw';
  const outcome = withdraws ? await withdrawMemberInvitation(where) : await resendMemberInvitation(where);
  if (outcome === 'withdrawn') return redirect('/team?withdrawn');
  if (outcome === 'sent') return redirect('/team?resent');
  if (outcome === 'not_found') throw new Response(null, { status: 404 });
  if (typeof outcome === 'object')
    return rejectForm(
      context,
      { error: { '': [formatResendWait(outcome)] } },
      formatRetryDelay(outcome.waitSeconds),
    );
  return rejectForm(context, {
    error: {
      '': [
        outcome === 'not_allowed'
          ? 'Only owners can invite owners.'
          : 'You have too many pending invitations. Revoke one first.',
      ],
    },
  });
}

export const headers = actionHeaders;

export const meta = formTitle('Invitation');

export default function InvitationPage() {
  const { email, role, inviter, expiresAt, isOver } = useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  const errors = useErrorSummary(rejected, []);
  return (
    <>
      <PageHeader
        title="Invitation"
        lead={
          <>
            <span className="break-all">{email}</span> · <TextLink to="/team">Back to team</TextLink>
          </>
        }
      />
      <ErrorSummary errors={errors} />
      <Panel className="max-w-xl">
        <DescriptionList
          items={[
            ['Role', memberRoleLabels[role].name],
            ['Invited by', inviter],
            [isOver ? 'Link expired' : 'Link expires', <Time key="until" at={expiresAt} />],
          ]}
        />
        <Form method="post" reloadDocument className="mt-6 flex flex-wrap gap-3">
          <Button type="submit" name="do" value="resend">
            Send again
          </Button>
          <Button type="submit" variant="secondary" name="do" value="withdraw">
            Revoke
          </Button>
        </Form>
      </Panel>
    </>
  );
}
