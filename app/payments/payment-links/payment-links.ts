import { recordAudit, type AuditActor } from '~/audit/audit';
import { isRedirectAllowed } from '~/merchants/redirect-hosts/redirect-hosts';
import type { CheckoutDesign } from '~/merchants/checkout-design/checkout-design';
import type { BillingDetailsMode } from '~/merchants/accounts/settings';
import { listDifferences, createFingerprint } from '~/payments/idempotency/request-fingerprint';
import { findReservation } from '~/payments/idempotency/reservations';
import type { Actor, Done, Reply } from '~/payments/replies';
import { prisma, type Database } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { buildLinkUrl } from '~/platform/http/surfaces.server';
import { createId, isId } from '~/platform/ids';
import { toJson } from '~/platform/json';
import { countUsedPlaces } from './link-places';
import type { ChosenAmount, LinkItem, LinkStatus, LinkTerms } from './payment-link';

/** A payment link with its merchant. */
export type PaymentLink = NonNullable<Awaited<ReturnType<typeof findPaymentLink>>>;

/** The person who does it in the portal. Requests to the API are in the request log. */
type Auditor = { actor: AuditActor; address?: string };
type LinkKey = { accountId: string; environment: Environment; id: string };
type Row = Awaited<ReturnType<typeof prisma.paymentLink.findUniqueOrThrow>>;

export type LinkReply =
  | Done<ReturnType<typeof toPaymentLinkObject>>
  | Extract<Reply, { kind: 'external_id_conflict' | 'link_host_not_listed' | 'link_already_expired' }>;

/**
 * Creates a payment link. The same external_id returns the first reply again, whatever has happened to the link since.
 * @param terms validated: an amount that the currency allows, and at most one of text and URL
 */
export async function createPaymentLink(
  actor: Actor,
  { externalId, ...terms }: LinkTerms & { externalId: string },
  audit?: Auditor,
): Promise<LinkReply> {
  const { accountId, environment, operator } = actor;
  const key = { accountId, environment, family: 'payment_link' as const, externalId };
  const fingerprint = createFingerprint(environment, toFingerprintMembers(terms));
  const [known] = await findReservation(key);
  if (!known && !(await isRedirectAllowed(actor, terms.redirectUrl))) return { kind: 'link_host_not_listed' };
  if (!known && terms.expiresAt && terms.expiresAt <= new Date()) return { kind: 'link_already_expired' };
  const id = createId('plink');
  const isCreated = await prisma.$transaction(async (db) => {
    const { count } = await db.idempotencyKey.createMany({
      data: { ...key, fingerprint, resourceId: id },
      skipDuplicates: true,
    });
    if (!count) return false;
    await db.paymentLink.create({
      data: {
        ...{ id, accountId, environment, externalId, createdBy: operator },
        ...toRow(terms),
      },
    });
    if (audit)
      await recordAudit(db, {
        ...audit,
        action: 'payment_link_created',
        accountId,
        subject: id,
        after: { name: terms.name },
        details: { environment },
      });
    return true;
  });
  const reservation = isCreated ? undefined : (known ?? (await findReservation(key))[0]);
  if (reservation) {
    // A name that equals the first item's may be the default, which neither request has.
    const differing = listDifferences(reservation.fingerprint, fingerprint).filter(
      (name, _, all) => !(name === 'name' && all.includes('items') && terms.name === terms.items[0]?.name),
    );
    if (differing.length)
      return { kind: 'external_id_conflict', resourceId: reservation.resource_id, differing };
  }
  const link = await findPaymentLink({ accountId, environment, id: reservation?.resource_id ?? id });
  if (!link) throw new Error(`the payment link ${id} is missing`);
  // Only these two members of a link change, and this is how every link starts.
  const created = { ...link, status: 'active', visits: 0 } as const;
  return { kind: 'done', body: toJson(toPaymentLinkObject(created)), replayed: !isCreated };
}

/** Uses the API's member names, because a conflict lists them. */
const toFingerprintMembers = (terms: LinkTerms) => ({
  name: terms.name,
  currency: terms.currency,
  items: terms.items,
  custom_amount: terms.chosenAmount,
  operation: terms.operation,
  billing_details: terms.billingDetails,
  billing_details_required: terms.billingRequired,
  email_required: terms.emailRequired,
  button_text: terms.payWord,
  thank_you_text: terms.thankYouText,
  redirect_url: terms.redirectUrl,
  expires_at: terms.expiresAt?.toISOString(),
  maximum_payments: terms.maximumPayments,
});

const toRow = ({ items, chosenAmount, ...terms }: LinkTerms) => ({
  ...terms,
  items,
  ...(chosenAmount && { chosenAmount }),
});

/** A merchant's payment link. Null for any other ID. */
export async function findPaymentLink({ accountId, environment, id }: LinkKey) {
  if (!isId('plink', id)) return null;
  const row = await prisma.paymentLink.findUnique({ where: { id, accountId, environment } });
  return row && describeLink(row);
}

/** A payment link by the ID in its URL, which anyone can know. Null for an unknown ID, or of the other environment. */
export async function findPublicLink(environment: Environment, id: string) {
  if (!isId('plink', id)) return null;
  const row = await prisma.paymentLink.findUnique({
    where: { id, environment },
    include: { account: { select: { name: true, status: true } } },
  });
  if (!row) return null;
  const { account, ...link } = row;
  const described = await describeLink(link);
  // As with the API, a suspended merchant makes no new intents.
  const isUsable = account.status === 'active';
  return {
    ...described,
    status: isUsable ? described.status : ('inactive' as const),
    merchantName: account.name,
  };
}

/** A row with its types and its status now. */
export async function describeLink(row: Row) {
  const { items, chosenAmount, operation, billingDetails, billingRequired, payWord, ...link } = row;
  return {
    ...link,
    environment: row.environment as Environment,
    items: items as LinkItem[],
    ...(chosenAmount && { chosenAmount: chosenAmount as ChosenAmount }),
    ...(operation && { operation: operation as 'authorize' | 'authcap' }),
    ...(billingDetails && { billingDetails: billingDetails as BillingDetailsMode }),
    ...(billingRequired !== null && { billingRequired }),
    ...(payWord && { payWord: payWord as CheckoutDesign['payWord'] }),
    ...(await describeStatus(row)),
  };
}

/** `isInProgress`: the payments in progress would use up the link's limit, so other payers have to wait. */
async function describeStatus(row: Row): Promise<{ status: LinkStatus; isInProgress: boolean }> {
  const maximum = row.maximumPayments;
  if (maximum === null) return { status: getStatus(row), isInProgress: false };
  const { paid, paying } = await countUsedPlaces(row.id);
  return paid >= maximum
    ? { status: 'completed', isInProgress: false }
    : { status: getStatus(row), isInProgress: paid + paying >= maximum };
}

function getStatus({ inactiveAt, expiresAt }: Row): LinkStatus {
  if (expiresAt && expiresAt <= new Date()) return 'expired';
  return inactiveAt ? 'inactive' : 'active';
}

/**
 * Switches a link on or off. Payers who have already reached the checkout can still pay.
 * @returns the link, or null for an unknown one
 */
export async function switchPaymentLink(
  { accountId, environment, id }: LinkKey,
  isActive: boolean,
  audit?: Auditor,
): Promise<PaymentLink | null> {
  if (!isId('plink', id)) return null;
  await prisma.$transaction(async (db: Database) => {
    const { count } = await db.paymentLink.updateMany({
      where: { id, accountId, environment, inactiveAt: isActive ? { not: null } : null },
      data: { inactiveAt: isActive ? null : new Date() },
    });
    if (count && audit)
      await recordAudit(db, {
        ...audit,
        action: isActive ? 'payment_link_activated' : 'payment_link_deactivated',
        accountId,
        subject: id,
        details: { environment },
      });
  });
  return findPaymentLink({ accountId, environment, id });
}

/** The API's payment link object. Amounts in minor units. */
export function toPaymentLinkObject(link: PaymentLink) {
  const { id, environment, externalId, name, status, currency, items, chosenAmount, operation } = link;
  return {
    id,
    url: buildLinkUrl(environment, id),
    status,
    external_id: externalId,
    name,
    currency,
    items: items.length
      ? items.map(({ name: itemName, description, unitPrice, quantity, adjustableQuantity }) => ({
          name: itemName,
          description,
          unit_price: unitPrice,
          quantity,
          adjustable_quantity: adjustableQuantity,
        }))
      : undefined,
    custom_amount: chosenAmount,
    operation,
    billing_details: link.billingDetails,
    billing_details_required: link.billingRequired,
    email_required: link.emailRequired,
    button_text: link.payWord,
    thank_you_text: link.thankYouText ?? undefined,
    redirect_url: link.redirectUrl ?? undefined,
    expires_at: link.expiresAt?.toISOString(),
    maximum_payments: link.maximumPayments ?? undefined,
    visits: link.visits,
    created_at: link.createdAt.toISOString(),
  };
}
