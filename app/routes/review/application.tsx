import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { openDossier } from '~/merchants/applications/dossier';
import { staffMayDo } from '~/identity/staff';
import { requireStaff } from '../guards';
import { readForm } from '../form-body';
import { formTitle } from '../form-title';
import { OwnAccount } from './own-account';
import { ApplicationPage } from './application/page';
import { replyToVerdicts } from './application/verdict-reply';
import { readVerdicts } from './application/verdict-form';
import { dueIn } from './due';
import { notFound, stepFrom } from './step';
import { outcomeOf } from './outcome';
import { saveVerdicts } from '~/merchants/applications/verdicts';

export const meta = formTitle(
  (loaded) =>
    (loaded as { dossier?: { desk: { name: string } } } | undefined)?.dossier?.desk.name ?? 'Application',
);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { user, role } = await requireStaff(request, 'applications_review');
  const dossier = await openDossier({ applicationId: params.id ?? '', readerId: user.id });
  if (!dossier) throw notFound();
  if (dossier === 'own_account') return data({ dossier: null }, { status: 403 });
  const { promisedAt, state } = dossier.desk;
  const due =
    promisedAt && (state === 'SUBMITTED' || state === 'IN_REVIEW') ? dueIn(promisedAt, new Date()) : null;
  return {
    dossier,
    due,
    maySuspend: staffMayDo(role, 'accounts_suspend'),
    outcome: outcomeOf(request),
    refused: context.formRefused ?? false,
  };
}

/** Keeps the verdicts, and goes where the button leads: the next look at this page, or to what the merchant will see. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user } = await requireStaff(request, 'applications_review');
  const form = await readForm(request);
  const given = readVerdicts(form);
  const outcome = await saveVerdicts(stepFrom(form, params, user, context), given);
  return replyToVerdicts({ applicationId: params.id ?? '', then: form.get('then'), given, outcome, context });
}

export default function Application() {
  const loaded = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return loaded.dossier ? <ApplicationPage {...loaded} refused={refused} /> : <OwnAccount />;
}
