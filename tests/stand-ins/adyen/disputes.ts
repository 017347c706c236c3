import type { Context, StoredPayment } from './account-state';
import { AdyenApiError } from './api-error';
import { addLedgerEntry } from './settlement';
import { newPspReference } from './psp-reference';
import { refundableAmount } from './modifications';
import type {
  AcceptDisputeRequest,
  DefendDisputeRequest,
  DefenseReasonsRequest,
  DefenseReasonsResponse,
  DisputeServiceResult,
  NotificationRequestItem,
  SupplyDefenseDocumentRequest,
} from './sdk-types';

export type DisputeEvent =
  | 'CHARGEBACK'
  | 'CHARGEBACK_REVERSED'
  | 'SECOND_CHARGEBACK'
  | 'PREARBITRATION_WON'
  | 'PREARBITRATION_LOST'
  | 'DISPUTE_DEFENSE_PERIOD_ENDED';

export type StoredDispute = {
  pspReference: string;
  merchantAccount: string;
  payment: StoredPayment;
  amount: { currency: string; value: number };
  reasonCode: string;
  /** The last event. */
  stage: 'NOTIFICATION_OF_CHARGEBACK' | Exclude<DisputeEvent, 'DISPUTE_DEFENSE_PERIOD_ENDED'>;
  /** What the merchant did. */
  defense: 'undefended' | 'defended' | 'accepted' | 'expired';
  defenseReasonCode: string | null;
  documents: { typeCode: string; contentType: string; bytes: number }[];
  /** Whether the chargeback took the money. */
  isTaken: boolean;
  defenseEndsAt: number;
};

/** What can follow an event. */
const successors: Record<StoredDispute['stage'], DisputeEvent[]> = {
  NOTIFICATION_OF_CHARGEBACK: ['CHARGEBACK', 'CHARGEBACK_REVERSED'],
  CHARGEBACK: ['CHARGEBACK_REVERSED'],
  CHARGEBACK_REVERSED: ['SECOND_CHARGEBACK', 'PREARBITRATION_WON', 'PREARBITRATION_LOST'],
  SECOND_CHARGEBACK: ['PREARBITRATION_WON', 'PREARBITRATION_LOST'],
  PREARBITRATION_WON: [],
  PREARBITRATION_LOST: ['SECOND_CHARGEBACK'],
};

const defenseReasons = [
  {
    code: 'SupplyDefenseMaterial',
    documents: [{ typeCode: 'DefenseMaterial', requirementLevel: 'Required' }],
  },
  {
    code: 'GoodsOrServicesProvided',
    documents: [
      { typeCode: 'TIDorInvoice', requirementLevel: 'OneOrMore' },
      { typeCode: 'GoodsOrServicesProvided', requirementLevel: 'OneOrMore' },
      { typeCode: 'ProofOfAbilityToProvide', requirementLevel: 'Optional' },
    ],
  },
];

/** Megabytes by content type. */
const documentLimits: Record<string, number> = { 'application/pdf': 2, 'image/jpeg': 10, 'image/tiff': 10 };

/** The scheme announces a chargeback. `isImmediate`: the money is taken without an announcement. */
export function openDispute(
  context: Context,
  payment: StoredPayment,
  {
    amount,
    reason = '10.4',
    isImmediate = false,
  }: { amount?: number; reason?: string; isImmediate?: boolean },
): StoredDispute {
  const { account, clock, settings } = context;
  const value = amount ?? refundableAmount(payment);
  if (value < 1 || value > payment.captured)
    throw new AdyenApiError(422, '000', `Payment ${payment.pspReference} can't be disputed for ${value}.`);
  const dispute: StoredDispute = {
    pspReference: newPspReference(),
    merchantAccount: payment.merchantAccount,
    payment,
    amount: { currency: payment.amount.currency, value },
    reasonCode: reason,
    stage: 'NOTIFICATION_OF_CHARGEBACK',
    defense: 'undefended',
    defenseReasonCode: null,
    documents: [],
    isTaken: false,
    defenseEndsAt: clock.now() + settings.defenseSeconds,
  };
  account.disputes.set(dispute.pspReference, dispute);
  if (isImmediate) decideDispute(context, dispute, 'CHARGEBACK');
  else publish(context, dispute, 'NOTIFICATION_OF_CHARGEBACK');
  clock.schedule(settings.defenseSeconds, () => {
    if (isDefensible(dispute)) endDefensePeriod(context, dispute);
  });
  return dispute;
}

/** What the scheme and the issuer decide. */
export function decideDispute(context: Context, dispute: StoredDispute, event: DisputeEvent): void {
  if (event === 'DISPUTE_DEFENSE_PERIOD_ENDED') {
    if (!isDefensible(dispute)) throw refuseEvent(dispute, event);
    return endDefensePeriod(context, dispute);
  }
  if (!successors[dispute.stage].includes(event)) throw refuseEvent(dispute, event);
  if (event === 'SECOND_CHARGEBACK' && dispute.isTaken) throw refuseEvent(dispute, event);
  dispute.stage = event;
  if (event === 'CHARGEBACK') move(context, dispute, 'Chargeback', -1);
  if (event === 'SECOND_CHARGEBACK') move(context, dispute, 'SecondChargeback', -1);
  // A chargeback that was only announced took nothing.
  if ((event === 'CHARGEBACK_REVERSED' || event === 'PREARBITRATION_WON') && dispute.isTaken)
    move(context, dispute, 'ChargebackReversed', 1);
  publish(context, dispute, event);
}

function move(
  context: Context,
  dispute: StoredDispute,
  type: 'Chargeback' | 'ChargebackReversed' | 'SecondChargeback',
  sign: 1 | -1,
): void {
  const { pspReference, payment, amount } = dispute;
  dispute.isTaken = sign < 0;
  payment.chargedBack -= sign * amount.value;
  addLedgerEntry(context, {
    type,
    payment,
    modification: { pspReference, reference: null },
    value: sign * amount.value,
  });
}

/** Nobody defended it in time, or the merchant accepted it. */
function endDefensePeriod(
  context: Context,
  dispute: StoredDispute,
  defense: 'expired' | 'accepted' = 'expired',
): void {
  dispute.defense = defense;
  publish(context, dispute, 'DISPUTE_DEFENSE_PERIOD_ENDED');
}

const refuseEvent = ({ pspReference, stage, defense }: StoredDispute, event: DisputeEvent) =>
  new AdyenApiError(422, '000', `${event} can't follow ${stage} of dispute ${pspReference}, ${defense}.`);

const isDefensible = ({ stage, defense }: StoredDispute) =>
  defense === 'undefended' && (stage === 'NOTIFICATION_OF_CHARGEBACK' || stage === 'CHARGEBACK');

function statusOf({ defense }: StoredDispute, event: NotificationRequestItem['eventCode']): string {
  if (event === 'CHARGEBACK_REVERSED') return 'Pending';
  if (event === 'PREARBITRATION_WON') return 'Won';
  if (
    event === 'SECOND_CHARGEBACK' ||
    event === 'PREARBITRATION_LOST' ||
    event === 'DISPUTE_DEFENSE_PERIOD_ENDED'
  )
    return 'Lost';
  return { undefended: 'Undefended', defended: 'Pending', accepted: 'Accepted', expired: 'Expired' }[defense];
}

function publish(
  { account, webhooks }: Context,
  dispute: StoredDispute,
  eventCode: NotificationRequestItem['eventCode'],
): void {
  const { payment, amount } = dispute;
  const modifications = [...account.modifications.values()].filter(
    ({ paymentPspReference }) => paymentPspReference === payment.pspReference,
  );
  const capture = modifications.find(({ kind, status }) => kind === 'capture' && status === 'succeeded');
  webhooks.publish({
    eventCode,
    success: true,
    pspReference: dispute.pspReference,
    originalReference: payment.pspReference,
    merchantAccountCode: dispute.merchantAccount,
    merchantReference: payment.reference,
    amount,
    paymentMethod: payment.card.brand,
    reason: 'Other Fraud-Card Absent Environment',
    additionalData: {
      disputeStatus: statusOf(dispute, eventCode),
      defendable: String(isDefensible(dispute)),
      defensePeriodEndsAt: `${new Date(dispute.defenseEndsAt * 1000).toISOString().slice(0, 19)}+00:00`,
      chargebackReasonCode: dispute.reasonCode,
      chargebackSchemeCode: payment.card.brand,
      modificationMerchantReferences: modifications.flatMap(({ reference }) => reference ?? []).join(','),
      ...(capture && { capturePspReference: capture.pspReference }),
    },
  });
}

export const disputeFields = {
  reasons: ['disputePspReference', 'merchantAccountCode'],
  supply: ['disputePspReference', 'merchantAccountCode', 'defenseDocuments'],
  defend: ['disputePspReference', 'merchantAccountCode', 'defenseReasonCode'],
  accept: ['disputePspReference', 'merchantAccountCode'],
};

const succeeded = { success: true } satisfies DisputeServiceResult;
const failed = (errorMessage: string) => ({ success: false, errorMessage }) satisfies DisputeServiceResult;

type DisputeNames = { disputePspReference: string; merchantAccountCode: string };

function findDispute({ account }: Context, names: DisputeNames): StoredDispute | undefined {
  const dispute = account.disputes.get(names.disputePspReference);
  return dispute?.merchantAccount === names.merchantAccountCode ? dispute : undefined;
}

const missing = failed('Dispute not found');
const notDefensible = failed('The dispute cannot be defended: it is decided, answered, or past its deadline');

export function retrieveDefenseReasons(
  context: Context,
  request: DefenseReasonsRequest,
): DefenseReasonsResponse {
  const dispute = findDispute(context, request);
  if (!dispute) return { disputeServiceResult: missing };
  if (!isDefensible(dispute)) return { disputeServiceResult: notDefensible };
  const isAvailable = (typeCode: string) =>
    dispute.documents.some((document) => document.typeCode === typeCode);
  return {
    disputeServiceResult: succeeded,
    defenseReasons: defenseReasons.map(({ code, documents }) => ({
      defenseReasonCode: code,
      satisfied: absentDocument(dispute, documents) === undefined,
      defenseDocumentTypes: documents.map(({ typeCode, requirementLevel }) => ({
        available: isAvailable(typeCode),
        defenseDocumentTypeCode: typeCode,
        requirementLevel,
      })),
    })),
  };
}

type DocumentRequirement = { typeCode: string; requirementLevel: string };

/** @returns a document that the defense still needs */
function absentDocument(dispute: StoredDispute, documents: DocumentRequirement[]): string | undefined {
  const isAbsent = ({ typeCode }: DocumentRequirement) =>
    !dispute.documents.some((document) => document.typeCode === typeCode);
  const required = documents.filter(({ requirementLevel }) => requirementLevel === 'Required');
  const alternatives = documents.filter(({ requirementLevel }) => requirementLevel === 'OneOrMore');
  const absent = required.find(isAbsent) ?? (alternatives.every(isAbsent) ? alternatives[0] : undefined);
  return absent?.typeCode;
}

export function supplyDefenseDocuments(
  context: Context,
  request: SupplyDefenseDocumentRequest,
): { disputeServiceResult: DisputeServiceResult } {
  const dispute = findDispute(context, request);
  if (!dispute) return { disputeServiceResult: missing };
  if (!isDefensible(dispute)) return { disputeServiceResult: notDefensible };
  const known = defenseReasons.flatMap(({ documents }) => documents.map(({ typeCode }) => typeCode));
  const supplied: StoredDispute['documents'] = [];
  for (const { content, contentType, defenseDocumentTypeCode: typeCode } of request.defenseDocuments) {
    const limit = documentLimits[contentType];
    const bytes = Buffer.from(content, 'base64');
    if (!known.includes(typeCode))
      return { disputeServiceResult: failed(`Unknown document type ${typeCode}`) };
    if (!limit) return { disputeServiceResult: failed(`Unsupported content type ${contentType}`) };
    if (!bytes.length || bytes.toString('base64') !== content)
      return { disputeServiceResult: failed('The content is not base64') };
    if (bytes.length > limit * 1024 * 1024)
      return { disputeServiceResult: failed(`The document is larger than ${limit} MB`) };
    supplied.push({ typeCode, contentType, bytes: bytes.length });
  }
  if (!supplied.length) return { disputeServiceResult: failed('There is no document') };
  // A document replaces the one of the same type.
  const typeCodes = supplied.map(({ typeCode }) => typeCode);
  dispute.documents = [
    ...dispute.documents.filter(({ typeCode }) => !typeCodes.includes(typeCode)),
    ...supplied,
  ];
  return { disputeServiceResult: succeeded };
}

export function defendDispute(
  context: Context,
  request: DefendDisputeRequest,
): { disputeServiceResult: DisputeServiceResult } {
  const dispute = findDispute(context, request);
  if (!dispute) return { disputeServiceResult: missing };
  if (!isDefensible(dispute)) return { disputeServiceResult: notDefensible };
  const reason = defenseReasons.find(({ code }) => code === request.defenseReasonCode);
  if (!reason) return { disputeServiceResult: failed('Invalid defense reason code') };
  const absent = absentDocument(dispute, reason.documents);
  if (absent) return { disputeServiceResult: failed(`The document ${absent} is required`) };
  dispute.defense = 'defended';
  dispute.defenseReasonCode = reason.code;
  publish(context, dispute, 'INFORMATION_SUPPLIED');
  return { disputeServiceResult: succeeded };
}

export function acceptDispute(
  context: Context,
  request: AcceptDisputeRequest,
): { disputeServiceResult: DisputeServiceResult } {
  const dispute = findDispute(context, request);
  if (!dispute) return { disputeServiceResult: missing };
  if (!isDefensible(dispute)) return { disputeServiceResult: notDefensible };
  endDefensePeriod(context, dispute, 'accepted');
  return { disputeServiceResult: succeeded };
}
