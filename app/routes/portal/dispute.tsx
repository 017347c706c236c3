import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { ArrowLeft } from 'lucide-react';
import { hasPermission } from '~/merchants/team/members';
import { evidenceKinds } from '~/payments/disputes/evidence';
import { findNotPaidOut } from '~/payments/payouts/not-paid-out';
import { listTransactionPayouts } from '~/payments/payouts/transaction-payouts';
import { hashDraft, reviewDraft, saveDraft, submitDisputeEvidence } from '~/payments/disputes/disputes';
import { Banner } from '~/ui/layout/banner';
import { Panel } from '~/ui/layout/panel';
import { DescriptionList } from '~/ui/content/description-list';
import { getDisputeDetails } from '~/ui/transactions/dispute-details';
import { Money } from '~/ui/content/money';
import { PageHeader } from '~/ui/layout/page-header';
import { Badge } from '~/ui/content/status-badge';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { getDisputeStageLabel } from '~/ui/labels/transaction-labels';
import { readForm, textOf } from '../forms/form-body';
import { rejectForm } from '../forms/form-reply';
import { formTitle } from '../forms/form-title';
import { requireMerchant } from '../guards';
import { toDocumentView } from './application/documents/document-view';
import { ConfirmResponse } from './dispute/confirm-response';
import { EvidenceForm } from './dispute/evidence-form';
import { conflictMessage, requireDispute, rejectionMessages } from './dispute/require-dispute';
import { Evidence } from './dispute/evidence';
import { DisputeStatus } from './dispute/dispute-status';
import { TransactionPayouts } from './transaction/transaction-payouts';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { account, environment, role } = await requireMerchant(request);
  const { documents, ...dispute } = await requireDispute({ account, environment }, params);
  const chargeback = { accountId: account.id, environment, id: dispute.id };
  const places = evidenceKinds.map((kind) => {
    const [newest, former] = documents
      .filter((document) => document.kind === kind && document.status !== 'uploading')
      .map(toDocumentView);
    return {
      kind,
      document: newest ?? null,
      currentDocument: (newest?.status === 'rejected' && former) || null,
    };
  });
  const mayAnswer = dispute.isOpen && hasPermission(role, 'disputes_answer');
  const query = new URL(request.url).searchParams;
  return {
    dispute,
    places,
    payouts: await listTransactionPayouts({ ...chargeback, ids: [dispute.id] }),
    notPaidOut: await findNotPaidOut(chargeback),
    mayAnswer,
    saved: query.has('saved'),
    isConfirming: mayAnswer && query.has('confirm'),
    rejected: context.formRejected ?? false,
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user, account, environment } = await requireMerchant(request, 'disputes_answer');
  const { id, text: savedText } = await requireDispute({ account, environment }, params);
  const form = await readForm(request);
  // A form without the field isn't ours: it would save an empty draft over the current one.
  if (!form.has('text')) throw new Response(null, { status: 400 });
  const [text, seen, step] = ['text', 'seen', 'do'].map((name) => textOf(form, name)) as [
    string,
    string,
    string,
  ];
  const by = { accountId: account.id, environment, id, userId: user.id, address: context.clientAddress };
  const page = `/transactions/${id}/dispute`;
  // The draft is there again if the person changes their mind.
  if (step === 'accept' && text === savedText) return redirect(`${page}/accept`);
  const change = step === 'submit' ? submitDisputeEvidence : step === 'review' ? reviewDraft : saveDraft;
  const done = await change({ ...by, text, seen });
  if (done === 'saved') return redirect(page + ({ review: '?confirm', accept: '/accept' }[step] ?? '?saved'));
  // After a colleague's change or a second click, the current state is shown.
  if (done === 'submitted' || done === 'not_open') return redirect(page);
  // The next submission replaces the colleague's draft, which the page shows.
  if (typeof done === 'object')
    return rejectForm(context, {
      initialValue: { text, seen: hashDraft(done.meanwhile), meanwhile: done.meanwhile },
      error: { text: [conflictMessage] },
    });
  return rejectForm(context, { initialValue: { text, seen }, error: { text: [rejectionMessages[done]] } });
}

export const meta = formTitle('Chargeback response');

export default function DisputePage() {
  const { dispute, places, payouts, notPaidOut, mayAnswer, saved, isConfirming } =
    useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  const {
    id,
    parentId,
    orderAmount,
    orderCurrency,
    stage,
    disputeReason,
    dueBy,
    createdAt,
    parent,
    text,
    mark,
    decision,
  } = dispute;
  return (
    <>
      <TextLink to="/chargebacks" className="mb-4 inline-flex items-center gap-1.5">
        <ArrowLeft size={16} aria-hidden="true" />
        Chargebacks
      </TextLink>
      <PageHeader
        title={
          <>
            Chargeback of <Money amount={orderAmount} currency={orderCurrency} />
          </>
        }
        action={<Badge {...getDisputeStageLabel(stage, dueBy)} />}
      />
      <div className="max-w-3xl space-y-6">
        {saved && mayAnswer && !rejected && (
          <Banner tone="positive" title="Draft saved" announced>
            It hasn’t been submitted yet.
          </Banner>
        )}
        <DisputeStatus dispute={dispute} />
        <Panel>
          <DescriptionList
            items={[
              ...getDisputeDetails({ disputeStage: stage, disputeReason, disputeDueBy: dueBy }),
              ['Opened', <Time key="opened" at={createdAt} />],
              [
                'Payment',
                parentId && (
                  <TextLink to={`/transactions/${parentId}`}>
                    {parent?.orderId ?? parent?.externalId}
                  </TextLink>
                ),
              ],
              [
                'Transaction',
                <TextLink key="story" to={`/transactions/${id}`}>
                  Timeline and details
                </TextLink>,
              ],
            ]}
          />
        </Panel>
        {mayAnswer &&
          (isConfirming && !rejected ? (
            <ConfirmResponse id={id} text={text} mark={mark} places={places} />
          ) : (
            <EvidenceForm id={id} text={text} mark={mark} rejected={rejected} places={places} />
          ))}
        {!mayAnswer && decision !== 'accept' && (text || decision) && (
          <Panel title={decision ? 'Your response' : 'Draft'}>
            {text && <p className="mb-5 break-words whitespace-pre-wrap">{text}</p>}
            <Evidence dispute={dispute} places={places} editable={false} />
          </Panel>
        )}
        <TransactionPayouts
          id={dispute.id}
          type="CHARGEBACK"
          entries={payouts}
          notPaidOut={notPaidOut}
          currency={orderCurrency}
        />
        {dispute.isOpen && !mayAnswer && (
          <p className="text-ink-soft">
            Your role can’t respond to chargebacks. Ask an owner, an admin, or a finance team member.
          </p>
        )}
      </div>
    </>
  );
}
