import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { savePerson } from '~/merchants/applications/answers/answers';
import { retrieveChecklist } from '~/merchants/applications/answers/checklist';
import { Banner } from '~/ui/layout/banner';
import { readForm } from '../../forms/form-body';
import { rejectForm } from '../../forms/form-reply';
import { formTitle } from '../../forms/form-title';
import { requireMerchant } from '../../guards';
import { AnswerForm } from './answers/answer-form';
import { toUnsaved } from './answers/answers-reply';
import { readRequestedPerson } from './answers/requested-answers.server';
import { listPersonFields, readAnswers } from './answers/fields.server';
import { requireApplicationPerson } from './require-person';
import { readReviewQuery, reviewPath } from './review-return';
import { StepHeader } from './step-header';
import { requireStep } from './require-step';
import { useFocusTarget } from './answers/use-focus-target';
import { listInvalidAnswers } from './answers/invalid-answers';

const list = '/application/people';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { account } = await requireMerchant(request, 'account_manage');
  const checklist = await retrieveChecklist(account.id);
  const person = requireApplicationPerson(checklist, params);
  const step = requireStep({ step: 'people' });
  return {
    step,
    fromReview: readReviewQuery(request) !== '',
    state: checklist.state,
    person,
    requested: await readRequestedPerson(account.id, checklist, person.id),
    rejected: context.formRejected ?? false,
  };
}

/** All answers about the person, from a browser without scripts. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user, account } = await requireMerchant(request, 'account_manage');
  const before = await retrieveChecklist(account.id);
  const { id } = requireApplicationPerson(before, params);
  const requested = new Set(listPersonFields(before, id).map(({ name }) => name));
  const saved = await savePerson(
    { accountId: account.id, by: { userId: user.id, address: context.clientAddress } },
    id,
    readAnswers(await readForm(request)),
  );
  if (saved === 'not_found') return redirect(list);
  if (saved === 'closed' || saved === 'not_reopened') return redirect('/application?closed');
  const fields = listPersonFields(await retrieveChecklist(account.id), id, toUnsaved(saved));
  const error = listInvalidAnswers(fields);
  if (error) return rejectForm(context, { error });
  const appeared = fields.find(({ name }) => !requested.has(name));
  const query = readReviewQuery(request);
  return redirect(appeared ? `${list}/${id}${query}#${appeared.name}` : query ? reviewPath : list);
}

export const meta = formTitle(
  (data) => (data as Awaited<ReturnType<typeof loader>> | undefined)?.person.title ?? 'Owners and directors',
);

export default function Person() {
  const { step, fromReview, state, person, requested } = useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  useFocusTarget();
  return (
    <>
      <StepHeader
        step={{ ...step, title: person.title, lead: 'An owner or director of the business.' }}
        state={state}
        fromReview={fromReview}
      />
      {person.requested && (
        <div className="mb-8">
          <Banner tone="caution" title="Message from the reviewer">
            {person.requested}
          </Banner>
        </div>
      )}
      <AnswerForm
        key={person.id}
        fields={requested}
        rejected={rejected?.errors}
        saveTo={`${list}/${person.id}/answers`}
        next={fromReview ? reviewPath : list}
        submit={fromReview ? 'Save and continue' : 'Save and return to the list'}
      />
    </>
  );
}
