import type { ActionFunctionArgs } from '@remix-run/node';
import { saveAnswers } from '~/merchants/applications/answers/answers';
import { retrieveChecklist } from '~/merchants/applications/answers/checklist';
import { readForm } from '../../form-body';
import { requireMerchant } from '../../guards';
import { refuseAnswers, replyToAnswers, unkeptOf } from './answers-reply';
import { askedOfStep } from './asked.server';
import { readAnswers } from './fields.server';
import { requireStep } from './step-of';

/** Keeps single answers of a step, while one goes along. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user, account } = await requireMerchant(request, 'account_manage');
  const step = requireStep(params);
  const saved = await saveAnswers(
    { accountId: account.id, by: { userId: user.id, address: context.clientAddress } },
    readAnswers(await readForm(request)),
  );
  if (saved === 'closed' || saved === 'not_reopened') return refuseAnswers(saved);
  return replyToAnswers(
    await askedOfStep(account.id, await retrieveChecklist(account.id), step.id, unkeptOf(saved)),
  );
}
