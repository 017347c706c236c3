import type { ActionFunctionArgs } from '@remix-run/node';
import { savePerson } from '~/merchants/applications/answers/answers';
import { retrieveChecklist } from '~/merchants/applications/answers/checklist';
import { readForm } from '~/routes/forms/form-body';
import { requireMerchant } from '~/routes/guards';
import { rejectAnswers, replyToAnswers, toUnsaved } from './answers-reply';
import { readRequestedPerson } from './requested-answers.server';
import { readAnswers } from './fields.server';

/** Saves single answers about a person. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user, account } = await requireMerchant(request, 'account_manage');
  const personId = params.personId!;
  const saved = await savePerson(
    { accountId: account.id, by: { userId: user.id, address: context.clientAddress } },
    personId,
    readAnswers(await readForm(request)),
  );
  if (saved === 'closed' || saved === 'not_reopened' || saved === 'not_found') return rejectAnswers(saved);
  return replyToAnswers(
    await readRequestedPerson(account.id, await retrieveChecklist(account.id), personId, toUnsaved(saved)),
  );
}
