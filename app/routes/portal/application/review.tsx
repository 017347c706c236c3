import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData, useNavigation } from '@remix-run/react';
import { useMemo } from 'react';
import { retrieveChecklist } from '~/merchants/applications/answers/checklist';
import { steps } from '~/merchants/applications/questions/questions';
import { isEditableState } from '~/merchants/applications/states';
import { toReviewItemPath } from '~/merchants/applications/answers/review-items';
import { submitApplication } from '~/merchants/applications/submission';
import { Banner } from '~/ui/layout/banner';
import { Button } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { CheckboxField } from '~/ui/forms/checkbox-field';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { Form } from '~/ui/forms/form';
import { PageHeader } from '~/ui/layout/page-header';
import { TextLink } from '~/ui/content/text-link';
import { readForm } from '../../forms/form-body';
import { formTitle } from '../../forms/form-title';
import { requireMerchant } from '../../guards';
import { MissingList } from './missing-list';
import { listMissing } from './missing-items';
import { reviewQuery } from './review-return';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { account } = await requireMerchant(request, 'account_manage');
  const { state, items } = await retrieveChecklist(account.id);
  if (!isEditableState(state)) throw redirectTo('/application');
  const listRows = (step: string) =>
    items
      .filter((item) => item.step === step && item.key !== 'people')
      .map((item) => ({
        label: item.label,
        displayValue: item.displayValue,
        isChanged: item.isChanged,
        path: item.isOpen ? toReviewItemPath(item, reviewQuery) : null,
      }));
  return {
    sections: steps.map(({ id, title }) => ({ id, title, rows: listRows(id) })),
    missing: listMissing(items, reviewQuery),
    isComplete: items.every(({ fault }) => !fault),
    rejected: context.formRejected ?? false,
  };
}

const redirectTo = (path: string): Response => redirect(path);

/** Submitting twice has the same effect. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { user, account } = await requireMerchant(request, 'account_manage');
  const isDeclared = (await readForm(request)).has('declared');
  const outcome = isDeclared
    ? await submitApplication({ accountId: account.id, userId: user.id, address: context.clientAddress })
    : 'not_declared';
  if (outcome === 'submitted' || outcome === 'closed') return redirect('/application');
  context.formRejected = true;
  return data({ notDeclared: outcome === 'not_declared' }, { status: 422 });
}

export const meta = formTitle('Check your answers');

const declareFirst = 'Confirm that your answers are true';

export default function Review() {
  const { sections, missing, isComplete } = useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  const pending = useNavigation().state === 'submitting';
  const errors = useMemo(
    () =>
      rejected?.notDeclared
        ? [{ fieldId: 'declared', message: declareFirst }]
        : rejected
          ? missing.map(({ text, path }) => ({ message: text, href: path }))
          : [],
    [rejected, missing],
  );
  return (
    <>
      <nav aria-label="Application" className="mb-4 text-sm">
        <TextLink to="/application">All steps</TextLink>
      </nav>
      <PageHeader title="Check your answers" lead="This is what the reviewer will see." />
      <ErrorSummary errors={errors} />
      <div className="space-y-6">
        {missing.length > 0 && !errors.length && (
          <Banner
            tone="caution"
            title={
              isComplete
                ? 'The reviewer asked for this to be changed, but it hasn’t been'
                : 'Some answers are missing'
            }
          >
            <MissingList missing={missing} />
          </Banner>
        )}
        {sections.map(({ id, title, rows }) => (
          <Panel key={id} title={title}>
            {rows.length ? (
              <dl className="divide-y divide-line">
                {rows.map((row) => (
                  <Row key={row.label} {...row} />
                ))}
              </dl>
            ) : (
              <p className="text-ink-soft">Nothing yet.</p>
            )}
          </Panel>
        ))}
        {isComplete && (
          <Panel title="Submit">
            <Form method="post" className="space-y-5">
              <p className="max-w-2xl text-ink-soft">
                After you submit, you can’t make changes until we respond. The test environment keeps working.
              </p>
              <CheckboxField
                name="declared"
                label="My answers are true and complete, and I’m authorized to act for this business."
                error={rejected?.notDeclared ? declareFirst : undefined}
              />
              <Button type="submit" pending={pending}>
                Submit application
              </Button>
            </Form>
          </Panel>
        )}
      </div>
    </>
  );
}

function Row({
  label,
  displayValue,
  isChanged,
  path,
}: {
  label: string;
  displayValue: string;
  isChanged: boolean;
  path: string | null;
}) {
  return (
    <div className="grid grid-cols-1 gap-x-6 gap-y-0.5 py-3 first:pt-0 last:pb-0 sm:grid-cols-[14rem_minmax(0,1fr)_auto]">
      <dt className="min-w-0 break-words text-ink-soft">{label}</dt>
      <dd className="min-w-0 break-words whitespace-pre-line">
        {displayValue || <span className="text-ink-soft">Not answered</span>}
        {isChanged && <span className="ml-2 text-sm text-positive">Changed</span>}
      </dd>
      {path && (
        <dd>
          <TextLink to={path}>
            Change <span className="sr-only">{label}</span>
          </TextLink>
        </dd>
      )}
    </div>
  );
}
