import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { saveAnswers } from '~/merchants/applications/answers/answers';
import { retrieveChecklist } from '~/merchants/applications/answers/checklist';
import { readForm } from '../../form-body';
import { refuseForm } from '../../form-reply';
import { formTitle } from '../../form-title';
import { requireMerchant } from '../../guards';
import { AnswerForm } from './answer-form';
import { unkeptOf } from './answers-reply';
import { askedOfStep } from './asked.server';
import { fieldsOfStep, readAnswers } from './fields.server';
import { StepHeader } from './step-header';
import { requireStep } from './step-of';
import { useFocusTarget } from './use-focus-target';
import { wrongAnswers } from './wrong-answers';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { account } = await requireMerchant(request, 'account_manage');
  const step = requireStep(params);
  const checklist = await retrieveChecklist(account.id);
  return {
    step,
    state: checklist.state,
    asked: await askedOfStep(account.id, checklist, step.id),
    refused: context.formRefused ?? false,
  };
}

/** All answers of the step at once, from a browser without scripts. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user, account } = await requireMerchant(request, 'account_manage');
  const step = requireStep(params);
  const asked = new Set(fieldsOfStep(await retrieveChecklist(account.id), step.id).map(({ name }) => name));
  const saved = await saveAnswers(
    { accountId: account.id, by: { userId: user.id, address: context.clientAddress } },
    readAnswers(await readForm(request)),
  );
  if (saved === 'closed' || saved === 'not_reopened') return redirect('/application?closed');
  const fields = fieldsOfStep(await retrieveChecklist(account.id), step.id, unkeptOf(saved));
  const error = wrongAnswers(fields);
  if (error) return refuseForm(context, { error });
  // An answer can bring up a question that was not on the page.
  const appeared = fields.find(({ name }) => !asked.has(name));
  return redirect(appeared ? `/application/${step.id}#${appeared.name}` : nextPath(step));
}

export const meta = formTitle(
  (data) => (data as Awaited<ReturnType<typeof loader>> | undefined)?.step.title ?? 'Application',
);

export default function Step() {
  const { step, state, asked } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  useFocusTarget();
  return (
    <>
      <StepHeader step={step} state={state} />
      <AnswerForm
        key={step.id}
        drawn={asked}
        refused={refused?.errors}
        saveTo={`/application/answers/${step.id}`}
        next={nextPath(step)}
        submit="Save and continue"
      />
    </>
  );
}

function nextPath({ next }: { next: string | null }): string {
  return `/application/${next ?? 'review'}`;
}
