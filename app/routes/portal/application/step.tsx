import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { saveAnswers } from '~/merchants/applications/answers/answers';
import { retrieveChecklist } from '~/merchants/applications/answers/checklist';
import { readForm } from '../../forms/form-body';
import { rejectForm } from '../../forms/form-reply';
import { formTitle } from '../../forms/form-title';
import { requireMerchant } from '../../guards';
import { AnswerForm } from './answers/answer-form';
import { toUnsaved } from './answers/answers-reply';
import { readRequestedStep } from './answers/requested-answers.server';
import { listStepFields, readAnswers } from './answers/fields.server';
import { StepHeader } from './step-header';
import { requireStep } from './require-step';
import { readReviewQuery, reviewPath } from './review-return';
import { useFocusTarget } from './answers/use-focus-target';
import { listInvalidAnswers } from './answers/invalid-answers';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { account } = await requireMerchant(request, 'account_manage');
  const step = requireStep(params);
  const checklist = await retrieveChecklist(account.id);
  return {
    step,
    fromReview: readReviewQuery(request) !== '',
    state: checklist.state,
    requested: await readRequestedStep(account.id, checklist, step.id),
    rejected: context.formRejected ?? false,
  };
}

/** All answers of the step, from a browser without scripts. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user, account } = await requireMerchant(request, 'account_manage');
  const step = requireStep(params);
  const requested = new Set(
    listStepFields(await retrieveChecklist(account.id), step.id).map(({ name }) => name),
  );
  const saved = await saveAnswers(
    { accountId: account.id, by: { userId: user.id, address: context.clientAddress } },
    readAnswers(await readForm(request)),
  );
  if (saved === 'closed' || saved === 'not_reopened') return redirect('/application?closed');
  const fields = listStepFields(await retrieveChecklist(account.id), step.id, toUnsaved(saved));
  const error = listInvalidAnswers(fields);
  if (error) return rejectForm(context, { error });
  // An answer can lead to a question that wasn't on the page.
  const appeared = fields.find(({ name }) => !requested.has(name));
  const query = readReviewQuery(request);
  return redirect(
    appeared ? `/application/${step.id}${query}#${appeared.name}` : query ? reviewPath : nextPath(step),
  );
}

export const meta = formTitle(
  (data) => (data as Awaited<ReturnType<typeof loader>> | undefined)?.step.title ?? 'Application',
);

export default function Step() {
  const { step, fromReview, state, requested } = useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  useFocusTarget();
  return (
    <>
      <StepHeader step={step} state={state} fromReview={fromReview} />
      <AnswerForm
        key={step.id}
        fields={requested}
        rejected={rejected?.errors}
        saveTo={`/application/answers/${step.id}`}
        next={fromReview ? reviewPath : nextPath(step)}
        submit="Save and continue"
      />
    </>
  );
}

function nextPath({ next }: { next: string | null }): string {
  return next ? `/application/${next}` : reviewPath;
}
