import { data, redirect, type AppLoadContext } from '@remix-run/node';
import type { ReviewRefusal } from '~/merchants/applications/reviews';
import type { GivenVerdict, VerdictFaults } from '~/merchants/applications/verdicts';
import { pathOf } from '../paths';
import { notFound } from '../step';
import { refusalWords } from '../words';

/** Verdicts that were not all kept: everything that was given, and what is wrong. */
export type RefusedVerdicts = {
  given: GivenVerdict[];
  faults: Record<string, string>;
  refusal: string | null;
};

const deciding = ['changes', 'approve', 'reject'];

type Reply = {
  applicationId: string;
  then: FormDataEntryValue | null;
  given: GivenVerdict[];
  outcome: 'saved' | VerdictFaults | ReviewRefusal;
  context: AppLoadContext;
};

export function replyToVerdicts({ applicationId, then, given, outcome, context }: Reply) {
  if (outcome === 'not_found') throw notFound();
  if (outcome !== 'saved') {
    context.formRefused = true;
    const isRefusal = typeof outcome === 'string';
    return data<RefusedVerdicts>(
      { given, faults: isRefusal ? {} : outcome.faults, refusal: isRefusal ? refusalWords[outcome] : null },
      { status: isRefusal ? 409 : 422 },
    );
  }
  if (typeof then === 'string' && deciding.includes(then))
    return redirect(pathOf(applicationId, `decision?as=${then}`));
  return redirect(`${pathOf(applicationId)}?outcome=${then === 'accept_rest' ? 'rest_accepted' : 'saved'}`);
}
