import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { resendMail } from '~/identity/staff/mail-resend';
import { hasStaffPermission } from '~/identity/staff/staff';
import type { Environment } from '~/platform/environment';
import { isId } from '~/platform/ids';
import { recordStaffAccess } from '~/support/access-log';
import { findMerchantAccount, readMerchantSummary } from '~/support/merchant-summary';
import { Banner } from '~/ui/layout/banner';
import { ButtonLink } from '~/ui/forms/button';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { PageHeader } from '~/ui/layout/page-header';
import { Badge } from '~/ui/content/status-badge';
import { Time, TimeZoneContext } from '~/ui/content/time';
import { readForm, textOf } from '../forms/form-body';
import { rejectForm } from '../forms/form-reply';
import { formTitle } from '../forms/form-title';
import { requireStaff } from '../guards';
import { useErrorSummary } from '../forms/rejected-form';
import { ResendBanner } from '../staff/mails/resend-banner';
import { resendRejections } from '../staff/mails/resend-rejections';
import { ApplicationChanges } from './merchant/application-changes';
import { MerchantAccess } from './merchant/merchant-access';
import { MerchantActivity } from './merchant/merchant-activity';
import { MerchantOverview } from './merchant/merchant-overview';
import { SectionNavigation } from './merchant/section-navigation';
import { getAccountStatusLabel } from './merchant/account-labels';

export const meta = formTitle(
  (data) => (data as { account?: { name: string } } | undefined)?.account?.name ?? 'Not found',
);

const readEnvironment = (request: Request): Environment =>
  new URL(request.url).searchParams.get('environment') === 'live' ? 'live' : 'test';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { user, role } = await requireStaff(request, 'merchants_view');
  const accountId = params.id ?? '';
  const account = isId('acc', accountId) ? await findMerchantAccount(accountId) : null;
  if (!account) throw new Response(null, { status: 404 });
  const query = new URL(request.url).searchParams;
  // Without a choice, the environment where money moves.
  const environment: Environment = query.has('environment')
    ? readEnvironment(request)
    : account.mode === 'live'
      ? 'live'
      : 'test';
  await recordStaffAccess({
    userId: user.id,
    accountId,
    action: 'staff_viewed_merchant',
    subject: accountId,
    details: { environment },
  });
  const merchantSheet = (await readMerchantSummary({ accountId, environment, now: new Date() }))!;
  const may = {
    review: hasStaffPermission(role, 'applications_review'),
    inquire: hasStaffPermission(role, 'outcomes_inquire'),
    suspend: hasStaffPermission(role, 'accounts_suspend'),
    startSupportSession: hasStaffPermission(role, 'support_session_start'),
  };
  return {
    ...merchantSheet,
    environment,
    may,
    wasResent: query.has('again'),
    rejected: context.formRejected ?? false,
  };
}

/** Resends an email to a team member. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user } = await requireStaff(request, 'mails_resend');
  const accountId = params.id ?? '';
  if (!isId('acc', accountId) || !(await findMerchantAccount(accountId)))
    throw new Response(null, { status: 404 });
  const outcome = await resendMail({
    mailId: textOf(await readForm(request), 'again'),
    actor: `staff:${user.id}`,
    address: context.clientAddress,
  });
  if (outcome !== 'queued')
    return rejectForm(context, {
      error: { '': [resendRejections[outcome]] },
    });
  return redirect(`/support/merchants/${accountId}?environment=${readEnvironment(request)}&again#mails`);
}

export default function SupportMerchant() {
  const merchantSheet = useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  const errors = useErrorSummary(rejected, []);
  const { account, suspension, environment, wasResent, may } = merchantSheet;
  return (
    <TimeZoneContext.Provider value={account.timeZone}>
      <PageHeader
        title={account.name}
        lead={
          <>
            Times are in the merchant’s time zone ({account.timeZone}). The merchant’s audit log records your
            visit.
          </>
        }
        action={
          <span className="inline-flex flex-wrap items-center gap-3">
            <Badge {...getAccountStatusLabel(account.status)} />
            {may.suspend && (
              <ButtonLink to={`/support/merchants/${account.id}/suspension`} variant="secondary">
                {suspension ? 'Reinstate account' : 'Suspend account'}
              </ButtonLink>
            )}
            {may.startSupportSession && (
              <ButtonLink to={`/support/merchants/${account.id}/support-session`} variant="secondary">
                Start support session
              </ButtonLink>
            )}
          </span>
        }
      />
      <ErrorSummary errors={errors} />
      {wasResent && !rejected && <ResendBanner />}
      {suspension && (
        <div className="mb-6">
          <Banner tone="negative" title="This account is suspended">
            <p>
              {suspension.by} suspended it on <Time at={suspension.at} />. Reviewers and admins can reinstate
              it.
            </p>
            <p className="mt-1 whitespace-pre-wrap wrap-anywhere">Reason: {suspension.reason}</p>
          </Banner>
        </div>
      )}
      <SectionNavigation accountId={account.id} environment={environment} />
      <div className="space-y-6">
        <MerchantOverview {...merchantSheet} />
        <ApplicationChanges {...merchantSheet} />
        <MerchantActivity {...merchantSheet} />
        <MerchantAccess {...merchantSheet} />
      </div>
    </TimeZoneContext.Provider>
  );
}
