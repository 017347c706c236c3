import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { faultOfReason } from '~/merchants/applications/answer-faults';
import { addNote } from '~/merchants/applications/reviews';
import { requireStaff } from '../guards';
import { readForm, textOf } from '../form-body';
import { formTitle } from '../form-title';
import { openDesk } from './open-desk';
import { ReasonPage } from './reason-page';
import { refuseTyped, replyToWords } from './words-reply';

export const meta = formTitle('Internal note');

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { user } = await requireStaff(request, 'applications_review');
  return { desk: await openDesk(params, user), refused: context.formRefused ?? false };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user } = await requireStaff(request, 'applications_review');
  const [applicationId, typed] = [params.id ?? '', { words: textOf(await readForm(request), 'words') }];
  const refused = refuseTyped(context, typed, { words: faultOfReason(typed.words, 'Write the note') });
  if (refused) return refused;
  const outcome = await addNote({
    applicationId,
    reviewerId: user.id,
    words: typed.words,
    address: context.clientAddress,
  });
  return replyToWords(context, { applicationId, typed, outcome: outcome === 'added' ? 'noted' : outcome });
}

export default function Notes() {
  const { desk } = useLoaderData<typeof loader>();
  return (
    <ReasonPage
      desk={desk}
      below="notes"
      title="Internal note"
      lead="For colleagues. Merchants do not see it."
      label="Note"
      button="Add the note"
      refused={useActionData<typeof action>()}
    />
  );
}
