import { getMailNotice, type TemplateName, type TemplateProps } from '~/mail/templates';
import { createId } from '~/platform/ids';
import { formatAmount } from '~/platform/money/money';
import { addDays, getDayInZone } from '~/platform/time/days';
import type { PlannedDispute } from './orders';
import { PastTransaction } from './past-transaction';
import type { Random } from './random';
import { getTime, shopZone } from './trading-days';

const dayMs = 86_400_000;
const operator = 'system:chargebacks';
const daysToAnswer = 7;
/** The statement is imported every five seconds. */
const importMs = 3_000;
const reminderDays = 2;
/** The shop's owner reads notifications within this time. */
const daysUntilRead = 3;

/** A chargeback of a payment, with the merchant's response and the bank's decision, up to the planned stage. */
export function addChargeback(
  payment: PastTransaction,
  { stage, openedDaysAgo, answer, decidedDaysAgo }: PlannedDispute,
  random: Random,
): void {
  const { context, row: paid } = payment;
  const { rows, now, merchant } = context;
  const today = getDayInZone(new Date(now), shopZone);
  /** During the working hours of a bank or the shop. */
  const timeOf = (daysAgo: number) =>
    getTime(addDays(today, -daysAgo), random.between(9, 16), random.between(0, 59), random.between(0, 59));
  const at = timeOf(openedDaysAgo);
  const dueBy = at + daysToAnswer * dayMs;
  const reference = `cb_${random.uuid()}`;
  const { order_id, order_currency, card_brand, card_last_four, amount_captured: amount } = paid;
  const ledgerEntry = {
    reference,
    authorization: paid.authorization_id,
    amountMinor: amount,
    currency: order_currency,
    outcome: 'approved',
  } as const;
  rows.ledger.push({ ...ledgerEntry, kind: 'chargeback_opened', at: new Date(at).toISOString() });
  const openedAt = at + importMs;
  const chargeback = new PastTransaction(
    context,
    {
      type: 'CHARGEBACK',
      status: 'CAPTURED',
      order_id,
      order_amount: amount,
      order_currency,
      external_id: reference,
      parent_id: paid.id,
      intent_id: null,
      authorization_id: reference,
      order: null,
      card_brand,
      card_bin: null,
      card_last_four,
      card_expiry: null,
      card_token_id: null,
      card_checks: null,
      merchant_reason: null,
      dispute_stage: 'needs_response',
      dispute_reason: 'fraudulent',
      dispute_due_by: new Date(dueBy),
    },
    openedAt,
  );
  const { row } = chargeback;
  row.chargeback_open = amount;
  const opening = {
    type: 'chargeback',
    amount,
    reason: 'fraudulent',
    operator,
    at: openedAt,
    completedAt: openedAt,
  } as const;
  const opened = chargeback.addOperation(opening);
  row.last_operation_id = opened.id;
  payment.change(payment.addOperation(opening), { chargeback_open: paid.chargeback_open + amount });
  chargeback.publish('chargeback.opened', opened);
  const emailProps = {
    ...{ businessName: '', approved: true, link: '' },
    amount: formatAmount(amount, order_currency),
    isTest: merchant.environment === 'test',
  };
  const openedProps = { ...emailProps, dueBy: new Date(dueBy).toISOString() };
  const notify = <N extends TemplateName>(template: N, props: TemplateProps<N>, time: number) => {
    rows.mails.push(
      ...context.disputeRecipients.map((recipient) => buildSentMail(recipient, template, time)),
    );
    const { ownerId: user_id, accountId: account_id, environment } = merchant;
    const content = {
      topic: 'disputes',
      text: getMailNotice(template, props),
      path: `/transactions/${row.id}`,
    };
    const isRead = time < now - daysUntilRead * dayMs;
    rows.notifications.push({
      ...{ id: createId('ntf', time), account_id, user_id, environment, ...content },
      ...{ created_at: new Date(time), read_at: isRead ? new Date(time + dayMs) : null },
    });
  };
  notify('chargeback-opened', openedProps, openedAt);

  const answeredAt = answer && timeOf(answer.daysAgo);
  const remindedAt = answer ? null : dueBy - reminderDays * dayMs + 300_000;
  const isReminded = remindedAt !== null && remindedAt < now;
  if (isReminded) notify('chargeback-reminder', openedProps, remindedAt);
  if (answeredAt) {
    const { ownerId, accountId } = merchant;
    row.dispute_stage = 'under_review';
    row.version++;
    row.updated_at = new Date(answeredAt);
    rows.audit_entries.push({
      actor: `portal:${ownerId}`,
      action: 'dispute_evidence_submitted',
      account_id: accountId,
      subject: row.id,
      details: { characters: answer.text.length, files: 0 },
      before: null,
      after: null,
      address: '192.0.2.17',
      created_at: new Date(answeredAt),
    });
    rows.ledger.push({
      ...ledgerEntry,
      kind: 'chargeback_answered',
      at: new Date(answeredAt + 2_000).toISOString(),
      answer: { reference: row.id, text: answer.text, files: [] },
    });
  }
  rows.disputes.push({
    transaction_id: row.id,
    account_id: merchant.accountId,
    environment: merchant.environment,
    text: answer?.text ?? '',
    decision: answer ? 'answer' : null,
    state: answer ? 'acknowledged' : null,
    files: [],
    submitted_by: answer ? merchant.ownerId : null,
    submitted_at: answeredAt ? new Date(answeredAt) : null,
    acquirer_responded_at: answeredAt ? new Date(answeredAt + 2_100) : null,
    attempts: answer ? 1 : 0,
    next_attempt_at: null,
    reminded_at: isReminded ? new Date(remindedAt) : null,
  });
  if (decidedDaysAgo === undefined || (stage !== 'won' && stage !== 'lost')) return;

  const decidedAt = timeOf(decidedDaysAgo);
  rows.ledger.push({
    ...ledgerEntry,
    kind: `chargeback_${stage}`,
    at: new Date(decidedAt - importMs).toISOString(),
  });
  const decided = chargeback.addOperation({
    type: `dispute_${stage}`,
    amount,
    operator,
    at: decidedAt,
    completedAt: decidedAt,
  });
  chargeback.change(decided, {
    dispute_stage: stage,
    status: stage === 'won' ? 'VOIDED' : 'SETTLED',
    settled_at: stage === 'won' ? null : new Date(decidedAt),
  });
  Object.assign(paid, {
    chargeback_open: paid.chargeback_open - amount,
    amount_charged_back: stage === 'won' ? paid.amount_charged_back : paid.amount_charged_back + amount,
    updated_at: new Date(decidedAt),
    version: paid.version + 1,
  });
  chargeback.publish(`chargeback.${stage}`, decided);
  notify('chargeback-decided', { ...emailProps, outcome: stage }, decidedAt);
}

/** A sent email, whose content is deleted. */
function buildSentMail(recipient: string, template: string, at: number) {
  return {
    id: createId('mail', at),
    recipient,
    template,
    sealed: null,
    status: 'sent',
    attempts: 1,
    last_error: null,
    created_at: new Date(at),
    sent_at: new Date(at + 900),
    leased_until: null,
  };
}
