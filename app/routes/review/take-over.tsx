import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { faultOfReason } from '~/merchants/applications/answer-faults';
import { takeOverReview } from '~/merchants/applications/reviews';
import { requireStaff } from '../guards';
import { readForm, textOf } from '../form-body';
import { formTitle } from '../form-title';
import { openDesk } from './open-desk';
import { ReasonPage } from './reason-page';
import { stepFrom } from './step';
import { refuseTyped, replyToWords } from './words-reply';

export const meta = formTitle('Take over');

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { user } = await requireStaff(request, 'applications_review');
  return { desk: await openDesk(params, user), refused: context.formRefused ?? false };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user } = await requireStaff(request, 'applications_review');
  const form = await readForm(request);
  const [step, typed] = [stepFrom(form, params, user, context), { words: textOf(form, 'words') }];
  const refused = refuseTyped(context, typed, { words: faultOfReason(typed.words) });
  return (
    refused ??
    replyToWords(context, {
      applicationId: step.applicationId,
      typed,
      outcome: await takeOverReview({ ...step, reason: typed.words }),
    })
  );
}

export default function TakeOver() {
  const { desk } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <ReasonPage
      desk={desk}
      below="take-over"
      title="Take over"
      lead={
        desk.reviewer
          ? `${desk.reviewer} has it on the desk. Verdicts written so far stay.`
          : 'It is on nobody’s desk now.'
      }
      label="Why you take it over"
      hint="For colleagues. Merchants do not see it."
      button="Take over"
      refused={refused}
    />
  );
}
