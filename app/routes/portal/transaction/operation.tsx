import {
  data,
  redirect,
  type ActionFunctionArgs,
  type AppLoadContext,
  type LoaderFunctionArgs,
} from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { findSecondFactor } from '~/identity/second-factor/second-factor';
import {
  findManualOperationTarget,
  createManualOperation,
  requiresSecondFactor,
} from '~/payments/operations/manual-operations';
import { listStatusChangesSince } from '~/payments/transactions/status-changes';
import { config } from '~/platform/config/config.server';
import { formatAmountWithCode } from '~/platform/money/money';
import { Banner } from '~/ui/layout/banner';
import { Panel } from '~/ui/layout/panel';
import { CodeBlock } from '~/ui/content/code-block';
import {
  describeRemainingAmount,
  describeStatusChange,
  obstacleMessages,
  manualOperationLabels,
} from '~/ui/labels/operation-messages';
import { PageHeader } from '~/ui/layout/page-header';
import { TextLink } from '~/ui/content/text-link';
import { readForm } from '../../form-body';
import { refuseForm } from '../../form-reply';
import { formTitle } from '../../form-title';
import { requireConfirmed, requireMerchant } from '../../guards';
import type { RefusedForm } from '../../refused-form';
import { Confirm, type Asked } from './operation/confirm';
import { curlText } from './operation/curl';
import { drawForm, holdEndOf, operationOf } from './operation/drawn';
import { OperationForm } from './operation/form';
import { readAsked, readHidden, readTyped } from './operation/read-form';
import { toldOf, type Told } from './operation/told';

// The page of /transactions/:id/captures, /voids and /refunds.

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { account, environment } = await requireMerchant(request, 'transactions_change');
  const payment = await findManualOperationTarget({ accountId: account.id, environment, id: params.id! });
  if (!payment) throw new Response(null, { status: 404 });
  return {
    drawn: drawForm(operationOf(request), payment, environment),
    refused: context.formRefused ?? false,
  };
}

/** First shows what would happen; with `step=confirm` it happens. What went to the bank is told on the payment's page. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const merchant = await requireMerchant(request, 'transactions_change');
  const { user, account, environment, confirmation } = merchant;
  const operation = operationOf(request);
  const key = { accountId: account.id, environment, id: params.id! };
  const payment = await findManualOperationTarget(key);
  if (!payment) throw new Response(null, { status: 404 });
  const { currency, cardBrand, cardLastFour } = payment;
  const typed = readTyped(await readForm(request));
  const hidden = readHidden(typed);
  if (!hidden)
    return refuseForm(context, {
      error: { '': ['The form did not arrive as it was drawn, so nothing was done. This is a fresh one'] },
    });
  const asked = readAsked(typed, { operation, currency });
  if ('errors' in asked) return refuseForm(context, { initialValue: typed, error: asked.errors });

  const refuse = ({ title, sentences }: Told) =>
    tell(context, {
      title,
      sentences: [
        ...sentences,
        `You had asked for ${formatAmountWithCode(asked.amount, currency)}${typed.reason && `, with the reason “${typed.reason}”`}.`,
      ],
      reason: typed.reason,
    });
  const movedOn = async () => {
    const news = await listStatusChangesSince({ ...key, userId: user.id, since: hidden.seenAt });
    const now = (await findManualOperationTarget(key)) ?? payment;
    const words = news.map((one) =>
      describeStatusChange(one, { currency, timeZone: account.timeZone, now: now.seenAt }),
    );
    return refuse({
      title: 'Nothing was done: the payment has changed since you looked',
      sentences: [...words, describeRemainingAmount(operation, now.possibility(operation).left, currency)],
    });
  };

  if (typed.step !== 'confirm') {
    if (payment.version !== hidden.seenVersion) return movedOn();
    const { left, obstacle } = payment.possibility(operation);
    if (obstacle) return refuse({ title: 'Nothing was done', sentences: [obstacleMessages[obstacle]] });
    if (asked.amount > left)
      return refuseForm(context, {
        initialValue: typed,
        error: { amount: [`Enter at most ${formatAmountWithCode(left, currency)}`] },
      });
    if (
      (await requiresSecondFactor(key, payment, { operation, ...asked })) &&
      !(await findSecondFactor(user.id))
    )
      return refuseForm(context, {
        initialValue: typed,
        error: { amount: toldOf('second_factor_needed').sentences },
      });
    const { step: _step, ...kept } = typed;
    const curl = curlText({
      api: config.addresses.api[environment],
      transactionId: key.id,
      operation,
      externalId: hidden.externalId,
      ...asked,
    });
    return data<Asked>({
      typed: kept,
      intention: { operation, amount: asked.amount, left, currency, cardBrand, cardLastFour },
      holdEnds: holdEndOf(payment, account.timeZone),
      curl,
    });
  }

  const reply = await createManualOperation(
    { ...key, userId: user.id, address: context.clientAddress, confirmation },
    { operation, ...asked, ...hidden },
  );
  if (reply === 'asked') return redirect(`/transactions/${key.id}?asked=${hidden.externalId}`);
  // Whoever has one shows it, and comes back with this form.
  if (reply === 'second_factor_needed') await requireConfirmed(request, merchant);
  if (reply === 'not_found') throw new Response(null, { status: 404 });
  return reply === 'moved_on' ? movedOn() : refuse(toldOf(reply));
}

function tell(context: AppLoadContext, told: Told) {
  context.formRefused = true;
  return data<Told>(told, { status: 409 });
}

export const meta = formTitle((loaded) => {
  const { drawn } = (loaded ?? {}) as { drawn?: { operation: keyof typeof manualOperationLabels } };
  return drawn ? `${manualOperationLabels[drawn.operation]} of a payment` : 'Not found';
});

export default function OperationPage() {
  const { drawn } = useLoaderData<typeof loader>();
  const reply = useActionData<RefusedForm | Asked | Told>();
  const { operation, path, obstacle } = drawn;
  const told = reply && 'sentences' in reply ? reply : null;
  return (
    <>
      <PageHeader
        title={reply && 'intention' in reply ? 'Please confirm' : manualOperationLabels[operation]}
        lead={<TextLink to={path}>Back to the payment</TextLink>}
      />
      <div className="max-w-2xl space-y-6">
        {told && (
          <Banner tone="caution" title={told.title} announced>
            {told.sentences.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </Banner>
        )}
        <Panel>
          {reply && 'intention' in reply ? (
            <Confirm asked={reply} path={path} />
          ) : obstacle ? (
            <p>{obstacleMessages[obstacle]}</p>
          ) : (
            <OperationForm
              drawn={drawn}
              refused={
                told
                  ? { typed: { reason: told.reason }, errors: {} }
                  : reply && 'errors' in reply
                    ? reply
                    : undefined
              }
            />
          )}
        </Panel>
        {!obstacle && !(reply && 'intention' in reply) && (
          <details>
            <summary className="font-medium text-accent underline underline-offset-4">
              The same as an API request
            </summary>
            <p className="my-3 text-ink-soft">For all that is left. TOKEN holds an access token.</p>
            <CodeBlock code={drawn.curl} label="API request" />
          </details>
        )}
      </div>
    </>
  );
}
