import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { faultOfReason } from '~/merchants/applications/answer-faults';
import { snoozeReview } from '~/merchants/applications/reviews';
import { Field } from '~/ui/field';
import { Time } from '~/ui/time';
import { requireStaff } from '../guards';
import { readForm, textOf } from '../form-body';
import { formTitle } from '../form-title';
import { openDesk } from './open-desk';
import { ReasonPage } from './reason-page';
import { readSnoozeDay } from './snooze-day';
import { stepFrom } from './step';
import { refuseTyped, replyToWords } from './words-reply';

export const meta = formTitle('Put aside');

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { user } = await requireStaff(request, 'applications_review');
  return { desk: await openDesk(params, user), refused: context.formRefused ?? false };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user } = await requireStaff(request, 'applications_review');
  const form = await readForm(request);
  const [step, typed] = [
    stepFrom(form, params, user, context),
    { until: textOf(form, 'until'), words: textOf(form, 'words') },
  ];
  const until = readSnoozeDay(typed.until, new Date());
  const refused = refuseTyped(context, typed, {
    until: until ? null : 'Choose a day from tomorrow on, at most 60 days ahead',
    words: faultOfReason(typed.words),
  });
  return (
    refused ??
    replyToWords(context, {
      applicationId: step.applicationId,
      typed,
      outcome: await snoozeReview({ ...step, until: until!, reason: typed.words }),
    })
  );
}

export default function Snooze() {
  const { desk } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const lead = desk.promisedAt && (
    <>
      It leaves your list until then. The promise to the merchant stays: an answer by{' '}
      <Time at={desk.promisedAt} />.
    </>
  );
  return (
    <ReasonPage
      desk={desk}
      below="snooze"
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
        defaultValue={refused?.typed.until}
        error={refused?.errors.until}
        className="max-w-60"
      />
    </ReasonPage>
  );
}
