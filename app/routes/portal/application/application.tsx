import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { listRequestedChanges, retrieveChecklist } from '~/merchants/applications/answers/checklist';
import { listApplicationHistory } from '~/merchants/applications/history';
import { steps } from '~/merchants/applications/questions/questions';
import { isEditableState } from '~/merchants/applications/states';
import { toReviewItemPath } from '~/merchants/applications/answers/review-items';
import { appeal } from '~/merchants/applications/submission';
import { Banner } from '~/ui/layout/banner';
import { Panel } from '~/ui/layout/panel';
import { PageHeader } from '~/ui/layout/page-header';
import { readForm, textOf } from '../../forms/form-body';
import { rejectForm } from '../../forms/form-reply';
import { formTitle } from '../../forms/form-title';
import { requireMerchant } from '../../guards';
import { AppealForm } from './appeal-form';
import { RequestedChanges } from './requested-changes';
import { History } from './history';
import { listMissing } from './missing-items';
import { StatusBanner } from './status-banner';
import { readApplicationStatus } from './application-status';
import { StepList } from './step-list';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { account } = await requireMerchant(request, 'account_manage');
  const checklist = await retrieveChecklist(account.id);
  const { applicationId, items } = checklist;
  const history = applicationId ? await listApplicationHistory({ applicationId, for: 'merchant' }) : [];
  const findLastMessage = (...types: string[]) => history.find(({ type }) => types.includes(type));
  return {
    facts: await readApplicationStatus(account, checklist),
    isOpen: isEditableState(checklist.state),
    steps: steps.map(({ id, title }) => ({
      id,
      title,
      missing: listMissing(items.filter(({ step }) => step === id)),
    })),
    requestedChanges: listRequestedChanges(items).map(({ item, reason, isDone }) => ({
      key: item.key,
      label: item.label,
      message: reason,
      isDone,
      path: toReviewItemPath(item),
    })),
    changes: findLastMessage('changes_requested')?.message ?? '',
    rejection: findLastMessage('rejected')?.message ?? '',
    stop: findLastMessage('suspended', 'reinstated'),
    history: history.map(({ id, type, actor, message, createdAt }) => ({
      id,
      type,
      actor,
      message,
      createdAt,
    })),
    wasClosed: new URL(request.url).searchParams.has('closed'),
    rejected: context.formRejected ?? false,
  };
}

/** Appeals a rejection. Appealing twice has the same effect. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { user, account } = await requireMerchant(request, 'account_manage');
  const message = textOf(await readForm(request), 'message');
  const outcome = await appeal({
    accountId: account.id,
    userId: user.id,
    message,
    address: context.clientAddress,
  });
  return typeof outcome === 'string'
    ? redirect('/application')
    : rejectForm(context, { initialValue: { message: message }, error: { message: [outcome.fault] } });
}

export const meta = formTitle('Application');

export default function Application() {
  const { facts, isOpen, steps, requestedChanges, changes, rejection, stop, history, wasClosed } =
    useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  return (
    <>
      <PageHeader title="Your application to go live" />
      <div className="space-y-6">
        {wasClosed && (
          <Banner tone="caution" title="No changes were made" announced>
            This part can’t be edited right now. Someone else on your team may have submitted the application.
          </Banner>
        )}
        {stop?.type === 'suspended' && (
          <Banner tone="negative" title="Why your account is suspended">
            <p className="break-words whitespace-pre-line">{stop.message}</p>
          </Banner>
        )}
        <Panel title="Status">
          <StatusBanner facts={facts} />
        </Panel>
        {facts.state === 'CHANGES_REQUESTED' && (
          <Panel title="Message from the reviewer">
            <RequestedChanges message={changes} changes={requestedChanges} />
          </Panel>
        )}
        {facts.state === 'REJECTED' && (
          <>
            <Panel title="Reasons">
              <p className="max-w-2xl break-words whitespace-pre-line">{rejection}</p>
            </Panel>
            <Panel title="Appeal">
              <AppealForm rejected={rejected} />
            </Panel>
          </>
        )}
        <Panel title="Steps">
          <StepList steps={steps} isOpen={isOpen} />
        </Panel>
        {history.length > 0 && (
          <Panel title="History">
            <History entries={history} />
          </Panel>
        )}
      </div>
    </>
  );
}
