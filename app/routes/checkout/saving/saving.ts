import { data, redirect, type AppLoadContext } from '@remix-run/node';
import { findCardIntent, type CardIntent } from '~/payments/card-intents';
import { keepCardOf, lastTry } from '~/payments/card-keeping';
import { tryShielded } from '~/payments/shield';
import { readForm } from '../../form-body';
import { readCard } from '../card-input';
import { declineWords } from '../decline-words';
import { lookOf, type Shown } from '../shown';
import { readSubmission } from '../submission';
import type { Visit } from '../visit';
import { savingContent, type SavingState } from './shown';

/** The card page as it is opened. */
export function openSaving(visit: Visit, intent: CardIntent, request: Request) {
  const { searchParams } = new URL(request.url);
  // Somebody who has just saved or cancelled goes on to the shop; somebody who came back finds out how it ended.
  if (searchParams.has('waiting') && (intent.phase === 'completed' || intent.phase === 'cancelled'))
    return goOn(visit, intent);
  const state: SavingState = searchParams.has('stale') ? { problem: 'outOfDate' } : afterTry(lastTry(intent));
  return show(visit, intent, state, intent.phase === 'expired' ? 410 : 200);
}

/** Saves the card that a form brings. */
export async function saveCard(visit: Visit, intent: CardIntent, request: Request, context: AppLoadContext) {
  if (intent.phase !== 'open') return redirect(visit.to('waiting'));
  const form = await readForm(request);
  const { card, faults, kept } = readCard(form);
  if (!card) return show(visit, intent, { kept, faults }, 422);
  const submission = readSubmission(form, context);
  if (!submission) return redirect(visit.to('stale'));
  const keeping = await tryShielded(intent, card, submission, () =>
    keepCardOf(intent, { card, formId: submission.formId }),
  );
  switch (keeping.kind) {
    case 'kept':
      return goOn(visit, await findAgain(intent));
    case 'sent_before':
      return redirect(visit.to('waiting'));
    case 'moved_on':
      return redirect(visit.to('stale'));
    case 'declined':
    case 'unknown':
      // From what the intent is by now.
      return show(visit, await findAgain(intent), { kept, ...afterTry(keeping) });
    case 'acquirer_not_configured':
      return show(visit, intent, { kept, problem: 'unavailable' }, 503);
    case 'card_tried_too_often':
    case 'address_tried_too_often':
    case 'proof_needed':
      return show(visit, intent, { kept, bankSays: keeping.kind }, 429);
    default:
      return show(visit, intent, { kept, faults: { number: keeping.kind } }, 422);
  }
}

function show(visit: Visit, intent: CardIntent, state: SavingState = {}, status = 200) {
  return data<Shown>({ ...lookOf(visit), ...savingContent(visit, intent, state) }, { status });
}

/** Lets the browser leave for the merchant's own page, where there is one. */
function goOn(visit: Visit, intent: CardIntent) {
  const content = savingContent(visit, intent);
  if (content.page === 'save' || !content.back) return show(visit, intent);
  return data<Shown>(
    { ...lookOf(visit), ...content, leaving: true },
    { headers: { Refresh: `0; url=${content.back}` } },
  );
}

function afterTry(tried: ReturnType<typeof lastTry>): SavingState {
  if (!tried) return {};
  if (tried.kind === 'unknown') return { problem: 'noAnswer' };
  const { faults, reason } = declineWords(tried.code);
  return { faults, bankSays: reason, declined: { triesLeft: tried.triesLeft } };
}

async function findAgain({ id, accountId, environment }: CardIntent): Promise<CardIntent> {
  return (await findCardIntent({ accountId, environment, intentId: id }))!;
}
