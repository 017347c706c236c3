import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { Mail, SearchX } from 'lucide-react';
import { resendMail } from '~/identity/staff/mail-resend';
import { maxEmailLength } from '~/identity/users/text-limits';
import { listMails, mailStatuses } from '~/mail/mail-list';
import { isId } from '~/platform/ids';
import { toTextLine } from '~/platform/text/line-input';
import { ButtonLink } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { EmptyState } from '~/ui/layout/empty-state';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { PageHeader } from '~/ui/layout/page-header';
import { Pagination } from '~/ui/content/pagination';
import { readForm, textOf } from '../forms/form-body';
import { rejectForm } from '../forms/form-reply';
import { formTitle } from '../forms/form-title';
import { requireStaff } from '../guards';
import { useErrorSummary } from '../forms/rejected-form';
import { MailFilterForm } from './mails/mail-filter-form';
import { MailTable } from './mails/mail-table';
import { ResendBanner } from './mails/resend-banner';
import { resendRejections } from './mails/resend-rejections';

const path = '/staff/mails';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(request, 'mails_view');
  const { searchParams } = new URL(request.url);
  const filter = parseFilter(searchParams);
  return {
    ...(await listMails(filter)),
    filter,
    wasResent: searchParams.has('again'),
    rejected: context.formRejected ?? false,
  };
}

/** A filter in the URL may have been typed: invalid values filter nothing. */
function parseFilter(query: URLSearchParams) {
  const status = mailStatuses.find((name) => name === query.get('status'));
  const recipient = toTextLine(query.get('recipient') ?? '', maxEmailLength).toLowerCase() || undefined;
  const before = query.get('before') ?? '';
  return { status, recipient, before: isId('mail', before) ? before : undefined };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { user } = await requireStaff(request, 'mails_resend');
  const outcome = await resendMail({
    mailId: textOf(await readForm(request), 'again'),
    actor: `staff:${user.id}`,
    address: context.clientAddress,
  });
  return outcome === 'queued'
    ? redirect(`${path}?again`)
    : rejectForm(context, {
        error: { '': [resendRejections[outcome]] },
      });
}

export const meta = formTitle('Emails');

export default function Mails() {
  const { mails, before, filter, wasResent } = useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  const errors = useErrorSummary(rejected, []);
  const isFiltered = Boolean(filter.status || filter.recipient);
  return (
    <>
      <PageHeader
        title="Emails"
        lead="Emails sent by this installation, newest first. Open one to see it as it was sent."
      />
      <ErrorSummary errors={errors} />
      {wasResent && !rejected && <ResendBanner />}
      {(isFiltered || mails.length > 0) && <MailFilterForm path={path} {...filter} isFiltered={isFiltered} />}
      {mails.length ? (
        <Panel>
          <MailTable path={path} mails={mails} />
        </Panel>
      ) : isFiltered ? (
        <EmptyState
          icon={SearchX}
          title="No results"
          action={
            <ButtonLink to={path} variant="secondary">
              Clear filters
            </ButtonLink>
          }
        >
          No emails match. Search for a complete email address.
        </EmptyState>
      ) : (
        <EmptyState icon={Mail} title="No emails yet">
          Every outgoing email appears here with its delivery status.
        </EmptyState>
      )}
      <Pagination
        newest={filter.before ? getMailListUrl({ ...filter, before: undefined }) : null}
        older={before ? getMailListUrl({ ...filter, before }) : null}
      />
    </>
  );
}

function getMailListUrl({
  status,
  recipient,
  before,
}: {
  status?: string;
  recipient?: string;
  before?: string;
}): string {
  const query = new URLSearchParams(
    Object.entries({ status, recipient, before }).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  return `${path}?${query}`;
}
