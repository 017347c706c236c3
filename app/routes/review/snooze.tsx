import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { validateReason, validateText } from '~/merchants/applications/questions/answer-validation';
import { snoozeCase } from '~/merchants/applications/review/assignments';
import { Field } from '~/ui/forms/field';
import { Time } from '~/ui/content/time';
import { requireStaff } from '../guards';
import { readForm, textOf } from '../forms/form-body';
import { formTitle } from '../forms/form-title';
import { requireAssignment } from './assignment-access';
import { MessageField } from './reason-form/message-field';
import { CaseReasonPage } from './reason-form/reason-page';
import { parseSnoozeDate } from './reason-form/snooze-date';
import { readReviewAction } from './review-action';
import { rejectInput, replyToReasonForm } from './reason-form/reason-reply';

export const meta = formTitle('Snooze case');

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { user } = await requireStaff(request, 'applications_review');
  return { assignment: await requireAssignment(params, user), rejected: context.formRejected ?? false };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user } = await requireStaff(request, 'applications_review');
  const form = await readForm(request);
  const [step, input] = [
    readReviewAction(form, params, user, context),
    {
      until: textOf(form, 'until'),
      message: textOf(form, 'message'),
      merchant_message: textOf(form, 'merchant_message'),
    },
  ];
  const until = parseSnoozeDate(input.until, new Date());
  const rejected = rejectInput(context, input, {
    until: until ? null : 'Choose a day within the next 60 days',
    message: validateReason(input.message),
    merchant_message: validateText(input.merchant_message),
  });
  if (rejected) return rejected;
  const outcome = await snoozeCase({
    ...step,
    until: until!,
    reason: input.message,
    message: input.merchant_message,
  });
  if (outcome === 'message_missing')
    return rejectInput(context, input, {
      merchant_message: 'This day is after the response date. Enter a message to the merchant.',
    })!;
  if (outcome === 'message_unneeded')
    return rejectInput(context, input, {
      merchant_message:
        'This day isn’t after the response date, so no message is sent. Choose a later day, or remove the message.',
    })!;
  return replyToReasonForm(context, { applicationId: step.applicationId, input, outcome });
}

export default function Snooze() {
  const { assignment } = useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  const lead = assignment.promisedAt && (
    <>
      The case leaves your list until that day. The response is due by <Time at={assignment.promisedAt} />. If
      you snooze it for longer, the merchant gets a later date and your message.
    </>
  );
  return (
    <CaseReasonPage
      assignment={assignment}
      subpath="snooze"
      title="Snooze case"
      lead={lead}
      label="What it’s waiting for"
      hint="Only staff can see this."
      button="Snooze case"
      rejected={rejected}
    >
      <Field
        name="until"
        type="date"
        label="Until"
        defaultValue={rejected?.input.until}
        error={rejected?.errors.until}
        className="max-w-60"
      />
      <MessageField
        name="merchant_message"
        label="Message to the merchant"
        hint="Only needed for a day after the response date."
        rows={3}
        optional
        defaultValue={rejected?.input.merchant_message}
        error={rejected?.errors.merchant_message}
      />
    </CaseReasonPage>
  );
}
