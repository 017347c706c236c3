import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData, useNavigation } from '@remix-run/react';
import { useMemo } from 'react';
import { retrieveChecklist } from '~/merchants/applications/answers/checklist';
import { validateText } from '~/merchants/applications/questions/answer-validation';
import { steps } from '~/merchants/applications/questions/questions';
import { maxTextLength } from '~/merchants/applications/questions/text-input';
import { isEditableState } from '~/merchants/applications/states';
import { toReviewItemPath } from '~/merchants/applications/answers/review-items';
import { submitApplication } from '~/merchants/applications/submission';
import { Banner } from '~/ui/layout/banner';
import { Button } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { CheckboxField } from '~/ui/forms/checkbox-field';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { Form } from '~/ui/forms/form';
import { TextAreaField } from '~/ui/forms/text-area-field';
import { PageHeader } from '~/ui/layout/page-header';
import { TextLink } from '~/ui/content/text-link';
import { readForm, textOf } from '../../forms/form-body';
import { rejectForm } from '../../forms/form-reply';
import { formTitle } from '../../forms/form-title';
import { toErrorSummary } from '../../forms/rejected-form';
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
    isResubmission: state === 'CHANGES_REQUESTED',
    rejected: context.formRejected ?? false,
  };
}

const redirectTo = (path: string): Response => redirect(path);

/** Submitting twice has the same effect. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { user, account } = await requireMerchant(request, 'account_manage');
  const form = await readForm(request);
  const [isDeclared, message] = [form.has('declared'), textOf(form, 'message')];
  const outcome = isDeclared
    ? await submitApplication({
        accountId: account.id,
        userId: user.id,
        message,
        address: context.clientAddress,
      })
    : { fault: validateText(message) };
  if (outcome === 'submitted' || outcome === 'closed') return redirect('/application');
  return rejectForm(context, {
    initialValue: { message, declared: isDeclared ? 'yes' : '' },
    error: {
      message: 'fault' in outcome && outcome.fault ? [outcome.fault] : null,
      declared: isDeclared ? null : ['Confirm that your answers are true'],
    },
  });
}

export const meta = formTitle('Check your answers');

export default function Review() {
  const { sections, missing, isComplete, isResubmission } = useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  const pending = useNavigation().state === 'submitting';
  const errors = useMemo(() => {
    const formErrors = toErrorSummary(rejected, ['message', 'declared']);
    return rejected && !formErrors.length
      ? missing.map(({ text, path }) => ({ message: text, href: path }))
      : formErrors;
  }, [rejected, missing]);
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
            {isComplete && <p className="mt-2">If no change is needed, explain why in your message below.</p>}
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
            <Form method="post" className="max-w-2xl space-y-5">
              <p className="text-ink-soft">
                After you submit, you can’t make changes until we respond. The test environment keeps working.
              </p>
              {isResubmission && (
                <TextAreaField
                  name="message"
                  label="Message to the reviewer"
                  optional
                  hint="For example, why something you didn’t change is correct."
                  defaultValue={rejected?.input.message}
                  error={rejected?.errors.message}
                  maxLength={maxTextLength}
                />
              )}
              <CheckboxField
                name="declared"
                label="My answers are true and complete, and I’m authorized to act for this business."
                defaultChecked={Boolean(rejected?.input.declared)}
                error={rejected?.errors.declared}
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
