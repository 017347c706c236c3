import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { resendMail } from '~/identity/staff-mails';
import { staffMayDo } from '~/identity/staff';
import type { Environment } from '~/platform/environment';
import { isId } from '~/platform/ids';
import { recordAccess } from '~/support/accesses';
import { findMerchant, readMerchantSheet } from '~/support/merchant-sheet';
import { Banner } from '~/ui/banner';
import { ButtonLink } from '~/ui/button';
import { ErrorSummary } from '~/ui/error-summary';
import { PageHeader } from '~/ui/page-header';
import { Badge } from '~/ui/status-badge';
import { TimeZoneContext } from '~/ui/time';
import { readForm, textOf } from '../form-body';
import { refuseForm } from '../form-reply';
import { formTitle } from '../form-title';
import { requireStaff } from '../guards';
import { summaryOf } from '../refused-form';
import { Access } from './merchant/access';
import { Activity } from './merchant/activity';
import { Overview } from './merchant/overview';
import { Sections } from './merchant/sections';
import { accountWord } from './merchant/words';

export const meta = formTitle(
  (data) => (data as { account?: { name: string } } | undefined)?.account?.name ?? 'Not found',
);

const environmentIn = (request: Request): Environment =>
  new URL(request.url).searchParams.get('environment') === 'live' ? 'live' : 'test';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { user, role } = await requireStaff(request, 'merchants_view');
  const accountId = params.id ?? '';
  const account = isId('acc', accountId) ? await findMerchant(accountId) : null;
  if (!account) throw new Response(null, { status: 404 });
  const query = new URL(request.url).searchParams;
  // Whoever comes without a wish is shown where money moves.
  const environment: Environment = query.has('environment')
    ? environmentIn(request)
    : account.mode === 'live'
      ? 'live'
      : 'test';
  await recordAccess({
    userId: user.id,
    accountId,
    action: 'staff_viewed_merchant',
    subject: accountId,
    details: { environment },
  });
  const sheet = (await readMerchantSheet({ accountId, environment, now: new Date() }))!;
  const may = {
    review: staffMayDo(role, 'applications_review'),
    ask: staffMayDo(role, 'outcomes_ask'),
    look: staffMayDo(role, 'portal_look'),
  };
  return { ...sheet, environment, may, again: query.has('again'), refused: context.formRefused ?? false };
}

/** Sends a mail to one of its people again. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user } = await requireStaff(request, 'mails_resend');
  const accountId = params.id ?? '';
  if (!isId('acc', accountId) || !(await findMerchant(accountId))) throw new Response(null, { status: 404 });
  const outcome = await resendMail({
    mailId: textOf(await readForm(request), 'again'),
    actor: `staff:${user.id}`,
    address: context.clientAddress,
  });
  if (outcome !== 'queued')
    return refuseForm(context, {
      error: { '': ['This mail is sent, or refused for good: there is nothing left to send'] },
    });
  return redirect(`/support/merchants/${accountId}?environment=${environmentIn(request)}&again#mails`);
}

export default function SupportMerchant() {
  const sheet = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { account, environment, again, may } = sheet;
  return (
    <TimeZoneContext.Provider value={account.timeZone}>
      <PageHeader
        title={account.name}
        lead={
          <>
            Times are on the merchant’s clock ({account.timeZone}). The merchant’s audit log says that you
            looked.
          </>
        }
        action={
          <span className="inline-flex flex-wrap items-center gap-3">
            <Badge {...accountWord(account.status)} />
            {may.look && (
              <ButtonLink to={`/support/merchants/${account.id}/look`} variant="secondary">
                See what they see
              </ButtonLink>
            )}
          </span>
        }
      />
      <ErrorSummary errors={summaryOf(refused, [])} />
      {again && !refused && (
        <div className="mb-6">
          <Banner tone="positive" title="The mail is being tried again" live>
            Look in a minute whether it got through.
          </Banner>
        </div>
      )}
      <Sections accountId={account.id} environment={environment} />
      <div className="space-y-6">
        <Overview {...sheet} />
        <Activity {...sheet} />
        <Access {...sheet} />
      </div>
    </TimeZoneContext.Provider>
  );
}
