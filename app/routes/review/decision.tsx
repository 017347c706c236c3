import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { describeDesk } from '~/merchants/applications/desk';
import { listHistory } from '~/merchants/applications/history';
import { previewDecision } from '~/merchants/applications/preview';
import { findForStaff } from '~/merchants/applications/reviews';
import { requireStaff } from '../guards';
import { readForm, textOf } from '../form-body';
import { formTitle } from '../form-title';
import { decide } from './decision/decide';
import { decisionWords, isDecision, type Decision } from './decision/words';
import { DecisionPage } from './decision/page';
import { MovedOn } from './decision/moved-on';
import { pathOf } from './paths';
import { notFound, stepFrom } from './step';

export const meta = formTitle((loaded) => {
  const as = (loaded as { as?: Decision } | undefined)?.as;
  return as ? decisionWords[as].title : 'Decision';
});

async function open(request: Request, params: { id?: string }, readerId: string) {
  const as = new URL(request.url).searchParams.get('as');
  const application = await findForStaff(params.id ?? '', readerId);
  if (!application || !isDecision(as)) throw notFound();
  if (application === 'own_account') throw new Response(null, { status: 403 });
  return { as, application };
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { user } = await requireStaff(request, 'applications_review');
  const { as, application } = await open(request, params, user.id);
  const [desk, preview, history] = await Promise.all([
    describeDesk(application, user.id),
    previewDecision(application, as, ''),
    listHistory({ applicationId: application.id, for: 'staff' }),
  ]);
  return { as, desk, preview, history: history.slice(0, 3), refused: context.formRefused ?? false };
}

/** Sends the decision, when what it would tell the merchant is what the reviewer has seen; shows it first otherwise. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user } = await requireStaff(request, 'applications_review');
  const { as, application } = await open(request, params, user.id);
  const form = await readForm(request);
  const words = textOf(form, 'words');
  const outcome = await decide(
    as,
    { ...stepFrom(form, params, user, context), words, seen: textOf(form, 'seen') },
    { send: form.get('then') === 'send' },
  );
  if ('done' in outcome) return redirect(`${pathOf(application.id)}?outcome=${outcome.done}`);
  const { fault = null, refusal = null } = outcome;
  context.formRefused = Boolean(fault ?? refusal);
  const preview = await previewDecision(application, as, words);
  return data(
    { words, preview, fault, refusal, unseen: form.get('then') === 'send' },
    { status: refusal ? 409 : fault ? 422 : 200 },
  );
}

export default function DecisionRoute() {
  const { as, desk, preview, history } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  if (answered?.refusal || !desk.isMine)
    return (
      <MovedOn
        desk={desk}
        as={as}
        refusal={answered?.refusal ?? null}
        words={answered?.words ?? ''}
        history={history}
      />
    );
  return (
    <DecisionPage
      desk={desk}
      as={as}
      preview={answered?.preview ?? preview}
      words={answered?.words ?? ''}
      fault={answered?.fault ?? null}
      unseen={answered?.unseen ?? false}
    />
  );
}
