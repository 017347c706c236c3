import {
  redirect,
  type ActionFunctionArgs,
  type AppLoadContext,
  type LoaderFunctionArgs,
} from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { Mail, SearchX } from 'lucide-react';
import { resendMail } from '~/identity/staff/mail-resend';
import { emailAddress } from '~/identity/email/email-address';
import { findMailRecipient, findNewestMailTo, listMails, mailStatusFilters } from '~/mail/mail-list';
import { isId } from '~/platform/ids';
import { recordStaffSearch } from '~/support/access-log';
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
  const { mail, ...filter } = parseFilter(searchParams);
  const recipient = mail ? await findMailRecipient(mail) : null;
  return {
    ...(await listMails({ ...filter, recipient: recipient?.address })),
    filter: { ...filter, mail: recipient ? mail : undefined },
    recipient: recipient?.visibleAddress ?? '',
    wasResent: searchParams.has('again'),
    rejected: context.formRejected ?? false,
  };
}

/** A filter in the URL may have been typed: invalid values filter nothing. `mail`: an email to the recipient. */
function parseFilter(query: URLSearchParams) {
  const status = mailStatusFilters.find((name) => name === query.get('status'));
  const [mail, before] = ['recipient', 'before'].map((name) => {
    const id = query.get(name) ?? '';
    return isId('mail', id) ? id : undefined;
  });
  return { status, mail, before };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { user } = await requireStaff(request, 'mails_view');
  const form = await readForm(request);
  if (!form.has('again')) return searchMails(form, user.id, context);
  await requireStaff(request, 'mails_resend');
  const outcome = await resendMail({
    mailId: textOf(form, 'again'),
    actor: `staff:${user.id}`,
    address: context.clientAddress,
  });
  return outcome === 'queued'
    ? redirect(`${path}?again`)
    : rejectForm(context, {
        error: { '': [resendRejections[outcome]] },
      });
}

/** The search for an address is posted and recorded. The list's URL then names the recipient by an email. */
async function searchMails(form: FormData, userId: string, context: AppLoadContext) {
  const recipient = textOf(form, 'recipient');
  const mail = textOf(form, 'mail');
  const status = textOf(form, 'status');
  if (!recipient) return redirect(getMailListUrl({ status }));
  if (isId('mail', mail) && recipient === (await findMailRecipient(mail))?.visibleAddress)
    return redirect(getMailListUrl({ status, mail }));
  const reject = (message: string) =>
    rejectForm(context, { initialValue: { recipient, status }, error: { recipient: [message] } });
  const parsed = emailAddress.safeParse(recipient);
  if (!parsed.success) return reject(parsed.error.issues[0]!.message);
  await recordStaffSearch({
    userId,
    query: parsed.data,
    isLaterPage: false,
    address: context.clientAddress,
  });
  const found = await findNewestMailTo(parsed.data);
  return found
    ? redirect(getMailListUrl({ status, mail: found }))
    : reject('No emails were sent to this address. Check its spelling.');
}

export const meta = formTitle('Emails');

export default function Mails() {
  const { mails, before, filter, recipient, wasResent } = useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  const errors = useErrorSummary(rejected, ['recipient']);
  // The loader doesn't know the address, because it's only in the posted form.
  const isSearchRejected = Boolean(rejected?.errors.recipient);
  const isFiltered = Boolean(isSearchRejected || filter.status || filter.mail);
  return (
    <>
      <PageHeader
        title="Emails"
        lead="Emails sent by this installation, newest first. Open one to see it as it was sent."
      />
      <ErrorSummary errors={errors} />
      {wasResent && !rejected && <ResendBanner />}
      {(isFiltered || mails.length > 0) && (
        <MailFilterForm
          path={path}
          {...{ recipient, ...filter, ...rejected?.input, isFiltered }}
          result={isSearchRejected ? null : { count: mails.length, isFirst: !filter.before, isLast: !before }}
          error={rejected?.errors.recipient}
        />
      )}
      {isSearchRejected ? null : mails.length ? (
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
          No emails match these filters.
        </EmptyState>
      ) : (
        <EmptyState icon={Mail} title="No emails yet">
          Every outgoing email appears here with its delivery status.
        </EmptyState>
      )}
      {!isSearchRejected && (
        <Pagination
          newest={filter.before ? getMailListUrl({ ...filter, before: undefined }) : null}
          older={before ? getMailListUrl({ ...filter, before }) : null}
        />
      )}
    </>
  );
}

function getMailListUrl({
  status,
  mail,
  before,
}: {
  status?: string;
  mail?: string;
  before?: string;
}): string {
  const query = new URLSearchParams(
    Object.entries({ status, recipient: mail, before }).flatMap(([name, value]) =>
      value ? [[name, value]] : [],
    ),
  );
  return `${path}?${query}`;
}
