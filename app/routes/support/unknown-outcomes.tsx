import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { CircleCheck } from 'lucide-react';
import { hasStaffPermission } from '~/identity/staff/staff';
import { findOperationOutcome, listUnknownOutcomes } from '~/payments/operations/unknown-outcome-list';
import { requestInquiry } from '~/payments/operations/unknown-outcomes';
import { isId } from '~/platform/ids';
import { Panel } from '~/ui/layout/panel';
import { EmptyState } from '~/ui/layout/empty-state';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { Pagination } from '~/ui/content/pagination';
import { readForm, textOf } from '../forms/form-body';
import { requireStaff } from '../guards';
import { InquiryResultBanner, type InquiryRejection } from './unknown-outcomes/inquiry-result';
import { UnknownOutcomeTable } from './unknown-outcomes/unknown-outcome-table';

const path = '/support/unknown-outcomes';

export const meta = pageTitle('Unknown outcomes');

export async function loader({ request }: LoaderFunctionArgs) {
  const { role } = await requireStaff(request, 'payments_view');
  const query = new URL(request.url).searchParams;
  const [after, inquiredOperationId] = ['after', 'inquired'].map((name) =>
    isId('op', query.get(name) ?? '') ? query.get(name)! : undefined,
  );
  const rejection =
    (['already_requested', 'in_flight'] as const).find((one) => one === query.get('result')) ?? null;
  const [page, outcome] = await Promise.all([
    listUnknownOutcomes({ after }),
    inquiredOperationId ? findOperationOutcome(inquiredOperationId) : null,
  ]);
  return {
    ...page,
    isFirst: !after,
    canInquire: hasStaffPermission(role, 'outcomes_inquire'),
    inquiryResult: outcome && { ...outcome, rejection: rejection as InquiryRejection },
  };
}

/** The result is read from the operation itself, so that a reload shows its current state. */
export async function action({ request }: ActionFunctionArgs) {
  const { user } = await requireStaff(request, 'outcomes_inquire');
  const form = await readForm(request);
  const [operationId, seen] = [textOf(form, 'operation'), Number(textOf(form, 'seen'))];
  if (!isId('op', operationId) || !Number.isSafeInteger(seen)) throw new Response(null, { status: 404 });
  const inquiryResult = await requestInquiry({ operationId, seen, actor: `staff:${user.id}` });
  if (inquiryResult === 'not_found') throw new Response(null, { status: 404 });
  return redirect(
    `${path}?inquired=${operationId}${inquiryResult === 'already_requested' || inquiryResult === 'in_flight' ? `&result=${inquiryResult}` : ''}`,
  );
}

export default function UnknownOutcomes() {
  const { outcomes, after, isFirst, canInquire, inquiryResult } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Unknown outcomes"
        lead="Operations that the acquirer hasn’t confirmed, oldest first. We send inquiries automatically at increasing intervals. After the last one, only staff can send another."
      />
      {inquiryResult && <InquiryResultBanner {...inquiryResult} />}
      {outcomes.length ? (
        <Panel>
          <UnknownOutcomeTable outcomes={outcomes} action={path} canInquire={canInquire} />
        </Panel>
      ) : (
        <EmptyState icon={CircleCheck} title={isFirst ? 'No unknown outcomes' : 'No more results'}>
          Operations appear here when the acquirer doesn’t respond in time, until their outcome is known.
        </EmptyState>
      )}
      <Pagination newest={isFirst ? null : path} older={after ? `${path}?after=${after}` : null} />
    </>
  );
}
