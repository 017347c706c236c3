import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { validateReason } from '~/merchants/applications/questions/answer-validation';
import { snoozeCase } from '~/merchants/applications/review/assignments';
import { Field } from '~/ui/forms/field';
import { Time } from '~/ui/content/time';
import { requireStaff } from '../guards';
import { readForm, textOf } from '../forms/form-body';
import { formTitle } from '../forms/form-title';
import { requireAssignment } from './assignment-access';
import { ReasonPage } from './reason-form/reason-page';
import { parseSnoozeDate } from './reason-form/snooze-date';
import { readReviewAction } from './review-action';
import { refuseInput, replyToReasonForm } from './reason-form/reason-reply';

export const meta = formTitle('Put aside');

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { user } = await requireStaff(request, 'applications_review');
  return { assignment: await requireAssignment(params, user), refused: context.formRejected ?? false };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user } = await requireStaff(request, 'applications_review');
  const form = await readForm(request);
  const [step, input] = [
    readReviewAction(form, params, user, context),
    { until: textOf(form, 'until'), message: textOf(form, 'message') },
  ];
  const until = parseSnoozeDate(input.until, new Date());
  const refused = refuseInput(context, input, {
    until: until ? null : 'Choose a day from tomorrow on, at most 60 days ahead',
    message: validateReason(input.message),
  });
  return (
    refused ??
    replyToReasonForm(context, {
      applicationId: step.applicationId,
      input,
      outcome: await snoozeCase({ ...step, until: until!, reason: input.message }),
    })
  );
}

export default function Snooze() {
  const { assignment } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const lead = assignment.promisedAt && (
    <>
      It leaves your list until then. The promise to the merchant stays: an answer by{' '}
      <Time at={assignment.promisedAt} />.
    </>
  );
  return (
    <ReasonPage
      assignment={assignment}
      subpath="snooze"
      title="Put aside"
      lead={lead}
      label="What it waits for"
      hint="For colleagues. Merchants do not see it."
      button="Put aside"
      refused={refused}
    >
      <Field
        name="until"
        type="date"
        label="Until"
        defaultValue={refused?.input.until}
        error={refused?.errors.until}
        className="max-w-60"
      />
    </ReasonPage>
  );
}
