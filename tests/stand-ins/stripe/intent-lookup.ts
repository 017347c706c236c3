import type { Context, StoredIntent } from './account-state';
import { refuseMissing } from './protocol/api-error';

export function findIntent({ account }: Context, id: string, param = 'intent', status = 404): StoredIntent {
  const intent = account.intents.get(id);
  if (!intent) throw refuseMissing('payment_intent', id, param, status);
  return intent;
}
