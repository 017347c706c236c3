import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { CircleCheck } from 'lucide-react';
import { staffMayDo } from '~/identity/staff';
import { findOutcome, listWaitingOutcomes } from '~/payments/outcome-queue';
import { askForOutcome } from '~/payments/unknown-outcomes';
import { isId } from '~/platform/ids';
import { Card } from '~/ui/card';
import { EmptyState } from '~/ui/empty-state';
import { PageHeader } from '~/ui/page-header';
import { pageTitle } from '~/ui/page-title';
import { Pagination } from '~/ui/pagination';
import { readForm, textOf } from '../form-body';
import { requireStaff } from '../guards';
import { Answer, type Told } from './unknown-outcomes/answer';
import { OutcomeTable } from './unknown-outcomes/outcome-table';

const path = '/support/unknown-outcomes';

export const meta = pageTitle('Unknown outcomes');

export async function loader({ request }: LoaderFunctionArgs) {
  const { role } = await requireStaff(request, 'payments_view');
  const query = new URL(request.url).searchParams;
  const [after, asked] = ['after', 'asked'].map((name) =>
    isId('op', query.get(name) ?? '') ? query.get(name)! : undefined,
  );
  const told = (['asked_already', 'in_flight'] as const).find((one) => one === query.get('told')) ?? null;
  const [page, outcome] = await Promise.all([
    listWaitingOutcomes({ after }),
    asked ? findOutcome(asked) : null,
  ]);
  return {
    ...page,
    isFirst: !after,
    mayAsk: staffMayDo(role, 'outcomes_ask'),
    answer: outcome && { ...outcome, told: told as Told },
  };
}

/** What came of it is read from the operation itself: coming back to the address tells how it stands then. */
export async function action({ request }: ActionFunctionArgs) {
  const { user } = await requireStaff(request, 'outcomes_ask');
  const body = await readForm(request);
  const [operationId, seen] = [textOf(body, 'operation'), Number(textOf(body, 'seen'))];
  if (!isId('op', operationId) || !Number.isSafeInteger(seen)) throw new Response(null, { status: 404 });
  const answer = await askForOutcome({ operationId, seen, actor: `staff:${user.id}` });
  if (answer === 'not_found') throw new Response(null, { status: 404 });
  return redirect(
    `${path}?asked=${operationId}${answer === 'asked_already' || answer === 'in_flight' ? `&told=${answer}` : ''}`,
  );
}

export default function UnknownOutcomes() {
  const { outcomes, after, isFirst, mayAsk, answer } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Unknown outcomes"
        lead="What the acquirer was asked for and has not answered, longest first. Each is asked for again by itself, with longer and longer pauses; past the last one nobody asks but you."
      />
      {answer && <Answer {...answer} />}
      {outcomes.length ? (
        <Card>
          <OutcomeTable outcomes={outcomes} action={path} mayAsk={mayAsk} />
        </Card>
      ) : (
        <EmptyState icon={CircleCheck} title={isFirst ? 'Every outcome is known' : 'No more of them'}>
          When the acquirer does not answer in time, what it was asked for stands here until it does.
        </EmptyState>
      )}
      <Pagination newest={isFirst ? null : path} older={after ? `${path}?after=${after}` : null} />
    </>
  );
}
