import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Environment } from '~/platform/environment';
import { isId } from '~/platform/ids';
import type { Secret } from '~/platform/secrets/secret';
import { isSameSecret } from '~/platform/secrets/secrets.server';
import type { AcquirerEvent, EventEffect, Webhook } from '../acquirer';
import { confirmedCancelCode, neverReceivedCode } from '../decline-codes';
import { readAdyenAmount } from './amounts';
import { readAdyenChecks } from './card-checks';
import { toDisputeEffects } from './dispute-events';
import { toAuthentication } from './payment-outcomes';
import { toAdyenDecline } from './refusals';

/** What an event is about, by its code. Other events don't affect our records. */
const aboutByEventCode = {
  AUTHORISATION: 'authorization',
  CAPTURE: 'capture',
  CAPTURE_FAILED: 'capture',
  CANCELLATION: 'void',
  TECHNICAL_CANCEL: 'void',
  REFUND: 'refund',
  CANCEL_OR_REFUND: 'refund',
  REFUND_FAILED: 'refund',
  REFUNDED_REVERSED: 'refund',
  NOTIFICATION_OF_CHARGEBACK: 'dispute',
  CHARGEBACK: 'dispute',
  CHARGEBACK_REVERSED: 'dispute',
  SECOND_CHARGEBACK: 'dispute',
  PREARBITRATION_WON: 'dispute',
  PREARBITRATION_LOST: 'dispute',
  DISPUTE_DEFENSE_PERIOD_ENDED: 'dispute',
  REPORT_AVAILABLE: 'payout',
} as const satisfies Record<string, AcquirerEvent['about']>;
type EventCode = keyof typeof aboutByEventCode;
const isEventCode = (code: string): code is EventCode => Object.hasOwn(aboutByEventCode, code);

/** The members of `additionalData` that we keep. */
const keptData = [
  'chargebackReasonCode',
  'defensePeriodEndsAt',
  'disputeStatus',
  'eci',
  'liabilityShift',
  'modification.action',
  'networkTxReference',
  'refusalReasonRaw',
  'threeDAuthenticated',
  'threeDAuthenticatedResponse',
  'threeDSVersion',
];
const maximumTextLength = 500;

const text = z.string().max(1_000);
const itemSchema = z.looseObject({
  additionalData: z.record(z.string(), z.unknown()).optional(),
  amount: z.looseObject({ value: z.number(), currency: z.string() }),
  eventCode: text,
  eventDate: text,
  merchantAccountCode: text,
  merchantReference: text.default(''),
  originalReference: text.optional(),
  pspReference: text.min(1),
  reason: z.string().nullish(),
  success: z.union([text, z.boolean()]).transform(String),
});
type Item = z.output<typeof itemSchema>;
const notificationSchema = z.looseObject({
  live: z.union([z.string(), z.boolean()]).transform(String),
  notificationItems: z.array(z.looseObject({ NotificationRequestItem: itemSchema })).max(1_000),
});

type MerchantAccount = { merchantAccount: string; environment: Environment };

/**
 * The events of a webhook. Its user and password are checked, too, because the signature doesn't cover the environment, the
 * reason, or additional data. Null if a credential, a signature, the body, or the environment is wrong.
 */
export function readAdyenWebhook(
  { merchantAccount, environment }: MerchantAccount,
  { body, header }: Webhook,
  secrets: Record<string, Secret>[],
): AcquirerEvent[] | null {
  if (!secrets.some((one) => isAuthorized(header('authorization') ?? '', one))) return null;
  const notification = parseNotification(body);
  if (!notification || notification.live !== String(environment === 'live')) return null;
  const items = notification.notificationItems.map(({ NotificationRequestItem: item }) => item);
  if (!items.every((item) => secrets.some(({ hmacKey }) => isSigned(item, hmacKey!)))) return null;
  return items
    .filter(({ merchantAccountCode }) => merchantAccountCode === merchantAccount)
    .flatMap((item) => toEvents(item));
}

function parseNotification(body: Buffer): z.output<typeof notificationSchema> | null {
  try {
    return notificationSchema.safeParse(JSON.parse(body.toString())).data ?? null;
  } catch {
    return null;
  }
}

function isAuthorized(header: string, { webhookUser, webhookPassword }: Record<string, Secret>): boolean {
  const credentials = `${webhookUser!.reveal()}:${webhookPassword!.reveal()}`;
  return isSameSecret(header, `Basic ${Buffer.from(credentials).toString('base64')}`);
}

/**
 * The signature covers these fields in this order:
 * https://docs.adyen.com/development-resources/webhooks/verify-hmac-signatures
 */
function isSigned(item: Item, hmacKey: Secret): boolean {
  const signature = item.additionalData?.hmacSignature;
  if (typeof signature !== 'string') return false;
  const { pspReference, originalReference, merchantAccountCode, merchantReference, eventCode, success } =
    item;
  const { value, currency } = item.amount;
  const signed = [
    ...[pspReference, originalReference, merchantAccountCode, merchantReference],
    ...[value, currency, eventCode, success],
  ].join(':');
  const key = Buffer.from(hmacKey.reveal(), 'hex');
  return isSameSecret(signature, createHmac('sha256', key).update(signed).digest('base64'));
}

function toEvents(item: Item): AcquirerEvent[] {
  const { eventCode, pspReference, merchantReference, success, amount, originalReference, reason } = item;
  if (!isEventCode(eventCode)) return [];
  const occurredAt = new Date(item.eventDate);
  // The reason of an approval contains the card's last four digits and expiration date.
  const isApproval = eventCode === 'AUTHORISATION' && success === 'true';
  const kept = keptData.flatMap((name) => {
    const value = item.additionalData?.[name];
    return typeof value === 'string' ? [[name, value.slice(0, maximumTextLength)] as const] : [];
  });
  // Adyen's events have no ID. A later event with the same reference differs in its code or its success.
  const id = `${pspReference}:${eventCode}:${success}`;
  return [
    {
      // If a report is generated again, it is announced again with the same reference.
      id: eventCode === 'REPORT_AVAILABLE' ? `${id}:${item.eventDate.slice(0, 30)}` : id,
      type: eventCode,
      about: aboutByEventCode[eventCode],
      subject: pspReference,
      reference: merchantReference || null,
      occurredAt: Number.isNaN(occurredAt.getTime()) ? new Date() : occurredAt,
      details: {
        success: success === 'true',
        value: amount.value,
        currency: amount.currency,
        ...(originalReference && { originalReference }),
        ...(reason && !isApproval && { reason: reason.slice(0, maximumTextLength) }),
        ...Object.fromEntries(kept),
      },
    },
  ];
}

/**
 * What an event other than a report means. Adyen can't be queried, so only the event's details count.
 * @throws if a successful reversal doesn't say whether it canceled or refunded. The event stays unprocessed, so that staff find it.
 */
export function readAdyenEvent(event: AcquirerEvent, settings: { multipleCaptures: boolean }): EventEffect[] {
  const { type, reference, subject, details = {} } = event;
  if (!isEventCode(type)) return [];
  if (event.about === 'dispute') return toDisputeEffects(event);
  // The merchant account may have payments that weren't made here.
  if (reference === null || !isId('op', reference)) return [];
  const read = (name: string) => (typeof details[name] === 'string' ? details[name] : undefined);
  const failed = () => toAdyenDecline({ text: read('reason'), raw: read('refusalReasonRaw') });
  const approved = { kind: 'approved', acquirerReference: subject } as const;
  const { value, currency } = details;
  const isAmount = typeof value === 'number' && typeof currency === 'string';
  const amount = isAmount && { amount: readAdyenAmount({ value, currency }) };
  const isSuccess = details.success === true;
  switch (type) {
    case 'AUTHORISATION': {
      const authentication = toAuthentication(details as Record<string, string>, null);
      const networkTransactionId = read('networkTxReference');
      const outcome = {
        ...(isSuccess
          ? { ...approved, ...amount, ...(networkTransactionId && { networkTransactionId }) }
          : failed()),
        ...(authentication && { authentication }),
        ...readAdyenChecks(details as Record<string, string>),
      };
      return [{ kind: 'result', operation: 'authorize', reference, outcome }];
    }
    case 'CAPTURE':
      return [
        {
          kind: 'result',
          operation: 'capture',
          reference,
          outcome: isSuccess
            ? { ...approved, ...amount, ...(!settings.multipleCaptures && { released: true }) }
            : failed(),
        },
      ];
    case 'CAPTURE_FAILED':
      return [{ kind: 'result', operation: 'capture', reference, outcome: failed() }];
    case 'CANCELLATION':
      return [{ kind: 'result', operation: 'void', reference, outcome: isSuccess ? approved : failed() }];
    case 'REFUND':
      return [
        {
          kind: 'result',
          operation: 'refund',
          reference,
          outcome: isSuccess ? { ...approved, ...amount } : failed(),
        },
      ];
    // Whether it canceled or refunded the payment, the payer has the money.
    case 'CANCEL_OR_REFUND': {
      const action = read('modification.action');
      if (isSuccess && action !== 'cancel' && action !== 'refund')
        throw new Error('the reversal neither canceled nor refunded the payment');
      return [{ kind: 'result', operation: 'refund', reference, outcome: isSuccess ? approved : failed() }];
    }
    // The refund succeeded first, even if we missed that event.
    case 'REFUND_FAILED':
    case 'REFUNDED_REVERSED':
      return [approved, { ...failed(), code: 'system_error' } as const].map((outcome) => ({
        kind: 'result',
        operation: 'refund',
        reference,
        outcome,
      }));
    case 'TECHNICAL_CANCEL': {
      const code = isSuccess ? confirmedCancelCode : isNotFound(read('reason')) ? neverReceivedCode : null;
      if (code === null) return [];
      const outcome = { kind: 'declined', code: 'system_error', acquirerCode: code } as const;
      const canceled = isSuccess && { canceledBy: subject };
      return [{ kind: 'result', operation: 'authorize', reference, outcome, ...canceled }];
    }
    default:
      return [];
  }
}

/** The technical cancel failed because Adyen doesn't know the payment. For any other reason, the payment's own event decides. */
const isNotFound = (reason: string | undefined) => /\bnot found\b/i.test(reason ?? '');
