import type { ActionFunctionArgs } from '@remix-run/node';
import { savePerson } from '~/merchants/applications/answers/answers';
import { retrieveChecklist } from '~/merchants/applications/answers/checklist';
import { readForm } from '../../form-body';
import { requireMerchant } from '../../guards';
import { refuseAnswers, replyToAnswers, unkeptOf } from './answers-reply';
import { askedOfPerson } from './asked.server';
import { readAnswers } from './fields.server';

/** Keeps single answers about a person, while one goes along. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user, account } = await requireMerchant(request, 'account_manage');
  const personId = params.personId!;
  const saved = await savePerson(
    { accountId: account.id, by: { userId: user.id, address: context.clientAddress } },
    personId,
    readAnswers(await readForm(request)),
  );
  if (saved === 'closed' || saved === 'not_reopened' || saved === 'not_found') return refuseAnswers(saved);
  return replyToAnswers(
    await askedOfPerson(account.id, await retrieveChecklist(account.id), personId, unkeptOf(saved)),
  );
}
