import {
  data,
  redirect,
  type ActionFunctionArgs,
  type AppLoadContext,
  type LoaderFunctionArgs,
} from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { isConfirmedBySecondFactor } from '~/identity/second-factor/step-up-confirmations';
import {
  findManualOperationTarget,
  createManualOperation,
  isSecondFactorMissing,
  previewRefundLimits,
} from '~/payments/operations/manual-operations';
import { listStatusChangesSince } from '~/payments/transactions/status-changes';
import { config } from '~/platform/config/config.server';
import { formatAmount } from '~/platform/money/money';
import { Banner } from '~/ui/layout/banner';
import { Panel } from '~/ui/layout/panel';
import { CodeBlock } from '~/ui/content/code-block';
import {
  describeRemainingAmount,
  describeStatusChange,
  unavailableReasonMessages,
  manualOperationLabels,
} from '~/ui/labels/operation-messages';
import { PageHeader } from '~/ui/layout/page-header';
import { TextLink } from '~/ui/content/text-link';
import { readForm } from '../../forms/form-body';
import { rejectForm } from '../../forms/form-reply';
import { formTitle } from '../../forms/form-title';
import { requireConfirmed, requireMerchant } from '../../guards';
import { requireInEnvironment } from '../selection/require-in-environment';
import { useRejectedForm, type RejectedForm } from '../../forms/rejected-form';
import { SecondFactorNotice } from '../developers/second-factor-notice';
import { Confirm, type ConfirmationData } from './operation/confirm';
import { buildOperationCommand } from './operation/curl';
import { buildFormData, formatHoldExpiry, getOperation } from './operation/operation-form-data';
import { OperationForm } from './operation/form';
import { describeMaximum, parseOperation, readHiddenFields, readOperationInput } from './operation/read-form';
import { describeExceededLimit, getResultMessage, type ResultMessage } from './operation/result-messages';

// The page of /transactions/:id/captures, /voids, and /refunds.

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { user, account, environment } = await requireMerchant(request, 'transactions_change');
  const payment = await requireInEnvironment({ account, environment }, 'payment', (where) =>
    findManualOperationTarget({ accountId: account.id, environment: where, id: params.id! }),
  );
  return {
    data: buildFormData(getOperation(request), payment, environment),
    secondFactorMissing: await isSecondFactorMissing({ environment, userId: user.id }),
    rejected: context.formRejected ?? false,
  };
}

/** Shows what will happen. With `step=confirm`, it happens. The payment's page shows the result. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const merchant = await requireMerchant(request, 'transactions_change');
  const { user, account, environment, confirmation } = merchant;
  const operation = getOperation(request);
  const key = { accountId: account.id, environment, id: params.id!, userId: user.id };
  const payment = await findManualOperationTarget(key);
  if (!payment) throw new Response(null, { status: 404 });
  const { currency, cardBrand, cardLastFour } = payment;
  const input = readOperationInput(await readForm(request));
  // Back from the confirmation, with the same amount and reason.
  if (input.step === 'edit') return data<OperationReply>({ kind: 'rejected', input, errors: {} });
  const hidden = readHiddenFields(input);
  if (!hidden)
    return rejectForm(context, {
      error: { '': ['The form was altered in transit, so no changes were made. Use this new form'] },
    });
  const { remaining, unavailableReason } = payment.availability(operation);
  const requested = parseOperation(input, { operation, currency, remaining });
  if ('errors' in requested) return rejectForm(context, { initialValue: input, error: requested.errors });

  const reject = ({ title, sentences }: ResultMessage) =>
    respond(context, {
      title,
      sentences: [
        ...sentences,
        `You requested ${formatAmount(requested.amount, currency)}${input.reason && `, with the reason “${input.reason}”`}.`,
      ],
      reason: input.reason,
    });
  const rejectChangedPayment = async () => {
    const statusChanges = await listStatusChangesSince({ ...key, since: hidden.seenAt });
    const now = (await findManualOperationTarget(key)) ?? payment;
    const messages = statusChanges.map((one) =>
      describeStatusChange(one, { currency, timeZone: account.timeZone, now: now.seenAt }),
    );
    return reject({
      title: 'No changes were made, because the payment changed after you opened this page',
      sentences: [
        ...messages,
        describeRemainingAmount(operation, now.availability(operation).remaining, currency),
      ],
    });
  };
  const checkLimits = async () => {
    const limits = await previewRefundLimits(key, payment, { operation, ...requested });
    return {
      requiresSecondFactor: limits?.requiresSecondFactor ?? false,
      exceeded: limits?.exceeded && describeExceededLimit(limits.exceeded, currency, account.timeZone),
    };
  };

  if (input.step !== 'confirm') {
    if (payment.version !== hidden.seenVersion) return rejectChangedPayment();
    if (unavailableReason)
      return reject({
        title: 'No changes were made',
        sentences: [unavailableReasonMessages[unavailableReason]],
      });
    if (requested.amount > remaining)
      return rejectForm(context, {
        initialValue: input,
        error: { amount: [describeMaximum(remaining, currency)] },
      });
    if (await isSecondFactorMissing(key)) return reject(getResultMessage('second_factor_missing'));
    const { requiresSecondFactor, exceeded } = await checkLimits();
    if (exceeded)
      return rejectForm(context, { initialValue: input, error: { amount: [exceeded.join(' ')] } });
    const { step: _step, ...kept } = input;
    const curl = buildOperationCommand({
      api: config.addresses.api[environment],
      transactionId: key.id,
      operation,
      externalId: hidden.externalId,
      ...requested,
    });
    return data<OperationReply>({
      kind: 'confirmation',
      input: kept,
      intention: { operation, amount: requested.amount, remaining, currency, cardBrand, cardLastFour },
      holdEnds: formatHoldExpiry(payment, account.timeZone),
      asksForSecondFactor: requiresSecondFactor && !isConfirmedBySecondFactor(confirmation),
      curl,
    });
  }

  const reply = await createManualOperation(
    { ...key, address: context.clientAddress, confirmation },
    { operation, ...requested, ...hidden },
  );
  if (reply === 'requested') return redirect(`/transactions/${key.id}?requested=${hidden.externalId}`);
  // A person with a second factor confirms with it and returns with this form.
  if (reply === 'second_factor_needed') await requireConfirmed(request, merchant);
  if (reply === 'not_found') throw new Response(null, { status: 404 });
  if (reply === 'payment_changed') return rejectChangedPayment();
  // Others refunded after the first step. The form keeps what the person entered.
  const exceeded = reply === 'refund_limit_exceeded' && (await checkLimits()).exceeded;
  if (exceeded) return rejectForm(context, { initialValue: input, error: { amount: [exceeded.join(' ')] } });
  return reject(getResultMessage(reply));
}

function respond(context: AppLoadContext, message: ResultMessage) {
  context.formRejected = true;
  return data<OperationReply>({ kind: 'not_done', ...message }, { status: 409 });
}

/** A confirmation to show before the request, or why nothing was done. */
type OperationReply =
  RejectedForm | ({ kind: 'confirmation' } & ConfirmationData) | ({ kind: 'not_done' } & ResultMessage);

export const meta = formTitle((loaded) => {
  const { data } = (loaded ?? {}) as { data?: { operation: keyof typeof manualOperationLabels } };
  return data ? `${manualOperationLabels[data.operation]} of a payment` : 'Not found';
});

export default function OperationPage() {
  const { data, secondFactorMissing } = useLoaderData<typeof loader>();
  const reply = useActionData<OperationReply>();
  const rejected = useRejectedForm();
  const { operation, path, unavailableReason } = data;
  const message = reply?.kind === 'not_done' ? reply : null;
  const confirmation = reply?.kind === 'confirmation' ? reply : null;
  return (
    <>
      <PageHeader
        title={confirmation ? 'Please confirm' : manualOperationLabels[operation]}
        lead={<TextLink to={path}>Back to the payment</TextLink>}
      />
      <div className="max-w-2xl space-y-6">
        {message && (
          <Banner tone="caution" title={message.title} announced>
            {message.sentences.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </Banner>
        )}
        <Panel>
          {confirmation ? (
            <Confirm requested={confirmation} path={path} />
          ) : unavailableReason ? (
            <p>{unavailableReasonMessages[unavailableReason]}</p>
          ) : secondFactorMissing ? (
            <SecondFactorNotice reason="Live payments move real money." what={`${operation} one`} />
          ) : (
            <OperationForm
              data={data}
              rejected={
                message ? { kind: 'rejected', input: { reason: message.reason }, errors: {} } : rejected
              }
            />
          )}
        </Panel>
        {!unavailableReason && !confirmation && (
          <details>
            <summary className="font-medium text-accent underline underline-offset-4">
              Show API request
            </summary>
            <p className="my-3 text-ink-soft">
              For the full remaining amount. Set TOKEN to an access token first.
            </p>
            <CodeBlock code={data.curl} label="API request" />
          </details>
        )}
      </div>
    </>
  );
}
