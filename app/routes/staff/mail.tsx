import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { resendMail } from '~/identity/staff/mail-resend';
import { getTemplateLabel } from '~/mail/template-labels';
import { DescriptionList } from '~/ui/content/description-list';
import { Badge } from '~/ui/content/status-badge';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { PageHeader } from '~/ui/layout/page-header';
import { Panel } from '~/ui/layout/panel';
import { rejectForm } from '../forms/form-reply';
import { formTitle } from '../forms/form-title';
import { useErrorSummary } from '../forms/rejected-form';
import { requireStaff } from '../guards';
import { MailContentPanels } from './mails/mail-content-panels';
import { MailResendPanel } from './mails/mail-resend-panel';
import { describeMailResult, describeUnsent, getMailStatusLabel } from './mails/mail-status';
import { openMail } from './mails/open-mail';
import { ResendBanner } from './mails/resend-banner';
import { resendRejections } from './mails/resend-rejections';

export const meta = formTitle('Email');

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const visitor = await requireStaff(request, 'mails_view');
  const { copy, ...mail } = await openMail(params.id!, visitor);
  return {
    mail,
    content: copy && { subject: copy.subject, text: copy.text, isComplete: copy.isComplete },
    wasResent: new URL(request.url).searchParams.has('again'),
    rejected: context.formRejected ?? false,
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user } = await requireStaff(request, 'mails_resend');
  const mailId = params.id!;
  const outcome = await resendMail({ mailId, actor: `staff:${user.id}`, address: context.clientAddress });
  return outcome === 'queued'
    ? redirect(`/staff/mails/${mailId}?again`)
    : rejectForm(context, { error: { '': [resendRejections[outcome]] } });
}

export default function MailPage() {
  const { mail, content, wasResent } = useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  const errors = useErrorSummary(rejected, []);
  return (
    <>
      <PageHeader
        title={getTemplateLabel(mail.template)}
        lead={<TextLink to="/staff/mails">All emails</TextLink>}
        action={<Badge {...getMailStatusLabel(mail.status)} />}
      />
      <ErrorSummary errors={errors} />
      {wasResent && !rejected && <ResendBanner />}
      <div className="space-y-6">
        <Panel title="Delivery">
          <DescriptionList
            items={[
              [
                'Recipient',
                <TextLink key="recipient" to={`/staff/mails?recipient=${mail.id}`} className="break-all">
                  {mail.recipient}
                </TextLink>,
              ],
              ['Result', describeMailResult(mail)],
              ['Attempts', mail.attempts],
              ['Created', <Time key="created" at={mail.createdAt} />],
              ['Sent', mail.sentAt ? <Time key="sent" at={mail.sentAt} /> : describeUnsent(mail.status)],
              ['Failed', mail.failedAt && <Time key="failed" at={mail.failedAt} />],
              [
                'Email ID',
                <span key="id" className="font-mono break-all">
                  {mail.id}
                </span>,
              ],
              [
                'Original email',
                mail.originalId && (
                  <TextLink key="original" to={`/staff/mails/${mail.originalId}`} className="break-all">
                    {mail.originalId}
                  </TextLink>
                ),
              ],
              [
                'Resends',
                mail.resends.length > 0 && (
                  <ul key="resends">
                    {mail.resends.map(({ id, createdAt, status }) => (
                      <li key={id}>
                        <TextLink to={`/staff/mails/${id}`}>
                          <Time at={createdAt} />
                        </TextLink>{' '}
                        ({getMailStatusLabel(status).text})
                      </li>
                    ))}
                  </ul>
                ),
              ],
            ]}
          />
        </Panel>
        <MailResendPanel {...mail} hasContent={content !== null || mail.isContentHidden} />
        <MailContentPanels {...mail} content={content} />
      </div>
    </>
  );
}
