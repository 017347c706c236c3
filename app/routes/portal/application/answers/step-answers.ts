import type { ActionFunctionArgs } from '@remix-run/node';
import { saveAnswers } from '~/merchants/applications/answers/answers';
import { retrieveChecklist } from '~/merchants/applications/answers/checklist';
import { readForm } from '~/routes/forms/form-body';
import { requireMerchant } from '~/routes/guards';
import { rejectAnswers, replyToAnswers, toUnsaved } from './answers-reply';
import { readRequestedStep } from './requested-answers.server';
import { readAnswers } from './fields.server';
import { requireStep } from '../require-step';

/** Saves single answers of a step. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user, account } = await requireMerchant(request, 'account_manage');
  const step = requireStep(params);
  const saved = await saveAnswers(
    { accountId: account.id, by: { userId: user.id, address: context.clientAddress } },
    readAnswers(await readForm(request)),
  );
  if (saved === 'closed' || saved === 'not_reopened') return rejectAnswers(saved);
  return replyToAnswers(
    await readRequestedStep(account.id, await retrieveChecklist(account.id), step.id, toUnsaved(saved)),
  );
}
