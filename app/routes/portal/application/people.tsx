import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Users } from 'lucide-react';
import { addPerson } from '~/merchants/applications/answers/answers';
import { retrieveChecklist } from '~/merchants/applications/answers/checklist';
import { Banner } from '~/ui/layout/banner';
import { Button, ButtonLink } from '~/ui/forms/button';
import { EmptyState } from '~/ui/layout/empty-state';
import { Form } from '~/ui/forms/form';
import { pageTitle } from '~/ui/layout/page-title';
import { requireMerchant } from '../../guards';
import { listMissing } from './missing-items';
import { PersonCard } from './person-card';
import { StepHeader } from './step-header';
import { requireStep } from './require-step';
import { readReviewQuery, reviewPath } from './review-return';
import { useFocusTarget } from './answers/use-focus-target';

export async function loader({ request }: LoaderFunctionArgs) {
  const { account } = await requireMerchant(request, 'account_manage');
  const { state, answers, people, items } = await retrieveChecklist(account.id);
  const list = items.find(({ key }) => key === 'people')!;
  const reviewQuery = readReviewQuery(request);
  return {
    step: requireStep({ step: 'people' }),
    state,
    isSoleTrader: answers.business_form === 'sole_trader',
    list: { fault: list.fault, requested: list.requestedChange, isOpen: list.isOpen },
    people: people.map(({ id }) => {
      const about = items.filter(({ key }) => key.endsWith(id));
      const { label, displayValue } = about.find(({ person }) => person)!;
      return {
        id,
        name: label,
        displayValue,
        isOpen: about.some(({ isOpen }) => isOpen),
        missing: listMissing(
          about.filter(({ fault }) => fault),
          reviewQuery,
        ),
        requestedChange: about.flatMap(({ requestedChange }) => requestedChange ?? []),
      };
    }),
    reviewQuery,
    full: new URL(request.url).searchParams.has('full'),
  };
}

/** Adds a person and redirects to their page. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { user, account } = await requireMerchant(request, 'account_manage');
  const { answers, people } = await retrieveChecklist(account.id);
  // A sole proprietor lists only themselves.
  const isSelf = answers.business_form === 'sole_trader' && !people.length;
  const added = await addPerson(
    { accountId: account.id, by: { userId: user.id, address: context.clientAddress } },
    isSelf ? { person_name: answers.legal_name || user.name } : {},
  );
  if (added === 'too_many_people') return redirect('/application/people?full');
  return redirect(
    typeof added === 'string'
      ? '/application?closed'
      : `/application/people/${added.personId}${readReviewQuery(request)}`,
  );
}

export const meta = pageTitle('Owners and directors');

export default function People() {
  const { step, state, isSoleTrader, list, people, reviewQuery, full } = useLoaderData<typeof loader>();
  useFocusTarget();
  return (
    <>
      <StepHeader step={step} state={state} fromReview={reviewQuery !== ''} />
      <div className="max-w-3xl space-y-6">
        {full && <Banner tone="caution" title="You’ve reached the maximum number of people" announced />}
        {list.requested && (
          <Banner tone="caution" title="Message from the reviewer about this list">
            {list.requested}
          </Banner>
        )}
        {people.map((person) => (
          <PersonCard key={person.id} person={person} mayRemove={list.isOpen} reviewQuery={reviewQuery} />
        ))}
        {!people.length && (
          <EmptyState icon={Users} title="No people added yet">
            {isSoleTrader
              ? 'Add yourself.'
              : 'Add everyone who owns 25% or more of the business, and everyone authorized to act for it.'}
          </EmptyState>
        )}
        <div id="people" tabIndex={-1}>
          {list.fault && people.length > 0 && <p className="mb-3 font-medium text-negative">{list.fault}</p>}
          {list.isOpen && !(isSoleTrader && people.length) && (
            <Form method="post" reloadDocument>
              <Button type="submit" variant={people.length ? 'secondary' : 'primary'}>
                {isSoleTrader ? 'Add yourself' : people.length ? 'Add another person' : 'Add a person'}
              </Button>
            </Form>
          )}
        </div>
      </div>
      <ButtonLink
        to={reviewQuery ? reviewPath : `/application/${step.next}`}
        variant={people.length ? 'primary' : 'secondary'}
        className="mt-8"
      >
        Continue
      </ButtonLink>
    </>
  );
}
