import type { Card, Outcome } from '~/acquirers/acquirer';
import type { AuthenticationRequest, Browser } from '~/acquirers/authentication';
import { findTestCard } from '~/acquirers/test-cards';
import type { MerchantReason, SavedCardUse } from '~/acquirers/saved-card';
import type { Environment } from '~/platform/environment';
import { buildAuthenticationUrl } from '~/platform/http/surfaces.server';
import { createId, isId } from '~/platform/ids';
import { openCard } from '~/vault/card-tokens';
import { toUncheckedData } from './card-checks';
import { toBillingDetails } from './card-holder';
import type { Order } from './order-lines';
import { describeCard, isCardExpired } from '~/payments/checkout/cards';
import { preparePayment, toAuthorization } from './prepared-payments';
import { findConnection, requireAcquirer, type Connection } from '~/payments/connections/connections';
import { createFingerprint } from '~/payments/idempotency/request-fingerprint';
import { leaseMs, requestAndRecord } from './outcome-recording';
import type { Actor, PaymentReply } from '~/payments/replies';
import { replayOrConflict } from '~/payments/idempotency/replay';
import { isRedirectAllowed } from '~/merchants/redirect-hosts/redirect-hosts';
import { findReservation, type Reservation } from '~/payments/idempotency/reservations';
import { reservePayment } from './payment-statements';
import { findNewestTransactionRow, findTransactionRow } from './transaction-rows';
import { toTransactionObject, type TransactionObject } from './transaction-object';

/** `card`: as the payer entered it, or a saved card. `merchantReason`: why the merchant charges it without the payer. */
export type NewPayment = {
  operation: 'authorize' | 'authcap';
  externalId: string;
  order: Order;
  card: Card | { token: string; merchantReason?: MerchantReason };
  /** Where the payer goes after their bank has authenticated them. Without it, such a payment is declined. */
  returnUrl?: string;
  /** The payer's browser, for 3-D Secure. It isn't stored. */
  browser?: Browser;
};

/**
 * Authorizes a card payment, and captures the full amount for `authcap` (spec 4.2), in three phases: reserve
 * the external_id and write the transaction as PENDING, send the request to the acquirer, record the outcome.
 */
export async function createTransaction(actor: Actor, payment: NewPayment): Promise<PaymentReply> {
  const { accountId, environment } = actor;
  const connection = await findConnection(actor);
  const key = { accountId, environment, family: 'transaction' as const, externalId: payment.externalId };
  const requestFingerprint = createFingerprint(environment, toFingerprintContent(payment));
  const isListed = await isRedirectAllowed(actor, payment.returnUrl);
  if (!isListed && !(await findReservation(key)).length) return { kind: 'return_host_not_listed' };
  const token = 'token' in payment.card ? payment.card : null;
  const opened = token && (await openCard({ accountId, environment, tokenId: token.token }));
  const card = 'token' in payment.card ? opened?.card : payment.card;
  // A token that was deleted since doesn't change stored replies, and leaves unknown outcomes to the timer.
  if (!card)
    return (
      (await replayOrConflict(key, requestFingerprint, async () => ({ kind: 'unknown' }))) ?? {
        kind: 'unknown_card_token',
      }
    );
  const rejection = rejectMismatchedCard(environment, card);
  if (rejection) return rejection;
  const merchantReason = token?.merchantReason;
  if (merchantReason && opened?.merchantReason !== merchantReason) return { kind: 'agreement_missing' };

  const payer = payment.returnUrl === undefined ? null : { browser: payment.browser };
  const authorize = (reservation: Reservation, signal: AbortSignal) =>
    requestAuthorization(
      reservation,
      {
        ...{ card, payer, order: payment.order },
        savedCard: opened && toSavedCardUse(opened, merchantReason),
      },
      signal,
    );
  // Neither a connection nor a card that has ended since the first request changes its stored reply.
  if (!connection)
    return (
      (await replayOrConflict(key, requestFingerprint, authorize)) ?? { kind: 'acquirer_not_configured' }
    );
  if (!token && isCardExpired(card.expiry))
    return (await replayOrConflict(key, requestFingerprint, authorize)) ?? { kind: 'card_expired' };
  const reservation = await reservePayment({
    ...toPaymentValues(actor, connection, { ...payment, card }, token),
    externalId: payment.externalId,
    fingerprint: requestFingerprint,
  });
  if (reservation) return requestAndRecord(reservation, (signal) => authorize(reservation, signal));
  const replay = await replayOrConflict(key, requestFingerprint, authorize);
  if (!replay) throw new Error('an external_id was taken and is free again');
  return replay;
}

/** @param merchantReason absent if the payer is present */
export const toSavedCardUse = (
  { networkTransactionId }: { networkTransactionId: string | null },
  merchantReason?: MerchantReason,
): SavedCardUse => ({
  ...(merchantReason && { merchantReason }),
  ...(networkTransactionId && { networkTransactionId }),
});

/** What the reserve phase writes for both the API and the hosted page. */
export function toPaymentValues(
  { accountId, environment, operator }: Actor,
  connection: Pick<Connection, 'id'>,
  {
    operation,
    order,
    card,
    returnUrl,
  }: Pick<NewPayment, 'operation' | 'order' | 'returnUrl'> & { card: Card },
  savedCard: { token: string; merchantReason?: MerchantReason } | null = null,
) {
  const facts = describeCard(card.pan.reveal(), card.expiry);
  const checks = toUncheckedData(toBillingDetails(order), card);
  return {
    accountId,
    environment,
    operator,
    connectionId: connection.id,
    operationId: createId('op'),
    transactionId: createId('trx'),
    leaseMs,
    type: operation,
    amount: order.order_amount,
    currency: order.order_currency,
    orderId: order.order_id ?? null,
    order: JSON.stringify(order),
    cardBrand: facts.brand,
    cardBin: facts.bin,
    cardLastFour: facts.lastFour,
    cardExpiry: facts.expiry,
    cardTokenId: savedCard?.token ?? null,
    cardChecks: checks && JSON.stringify(checks),
    merchantReason: savedCard?.merchantReason ?? null,
    returnUrl: returnUrl ?? null,
  };
}

/**
 * Sends a reserved authorization to the acquirer. Calling it again sends the same request. A payment that the acquirer
 * prepares is authorized only after its reference is stored, so that its outcome can be found in any case.
 * @param payment `payer`: null if they can't be sent to their bank. `savedCard`: for a payment with a saved card
 */
export async function requestAuthorization(
  reservation: Reservation,
  {
    card,
    order,
    payer,
    savedCard,
  }: {
    card: Card;
    order: Order;
    payer: { browser: Browser | undefined } | null;
    savedCard?: SavedCardUse | null;
  },
  signal: AbortSignal,
): Promise<Outcome> {
  const { environment, id } = reservation;
  const returnUrl = buildAuthenticationUrl(environment, id, '/return');
  const authentication = toAuthenticationRequest(
    reservation.three_d_secure,
    payer && { ...payer, returnUrl },
  );
  const acquirer = await requireAcquirer(reservation.connection_id);
  const prepared = await preparePayment(acquirer, reservation, signal);
  return prepared.kind === 'prepared'
    ? acquirer.authorize(
        {
          ...{ ...toAuthorization(reservation), card, authentication, payment: prepared.payment },
          billing: toBillingDetails(order),
          ...(savedCard && { savedCard }),
        },
        signal,
      )
    : prepared;
}

/**
 * @param setting the merchant's, of 3-D Secure
 * @param payer null if nobody can be authenticated
 */
export function toAuthenticationRequest(
  setting: Reservation['three_d_secure'],
  payer: { browser: Browser | undefined; returnUrl: string } | null,
): AuthenticationRequest {
  if (setting === 'never') return { requested: 'never' };
  if (!payer) return { requested: 'automatic' };
  const { returnUrl, browser } = payer;
  return {
    requested: setting ?? 'automatic',
    returnUrl,
    ...(browser && { browser }),
  };
}

/** Test accepts only published test cards, and live accepts none of them (decisions: Test environment). */
export function rejectMismatchedCard(
  environment: Environment,
  card: Card,
): { kind: 'test_card_required' | 'test_card_refused' } | null {
  const isTestCard = findTestCard(card.pan.reveal()) !== undefined;
  if (environment === 'test' && !isTestCard) return { kind: 'test_card_required' };
  if (environment === 'live' && isTestCard) return { kind: 'test_card_refused' };
  return null;
}

/** A merchant's transaction. Null for any other ID. */
export async function findTransaction(merchant: {
  accountId: string;
  environment: Environment;
  id: string;
}): Promise<TransactionObject | null> {
  const row = isId('trx', merchant.id) ? await findTransactionRow(merchant) : undefined;
  return row ? toTransactionObject(row) : null;
}

/**
 * The newest transaction with a merchant's external_id, or the newest payment of an order_id (spec 4.7), and
 * the number of matches. Null without a match.
 */
export async function findNewestTransaction(
  merchant: { accountId: string; environment: Environment },
  by: { externalId: string } | { orderId: string },
): Promise<{ transaction: TransactionObject; matches: number } | null> {
  const [row] = await findNewestTransactionRow({ ...merchant, externalId: null, orderId: null, ...by });
  return row ? { transaction: toTransactionObject(row), matches: row.matches } : null;
}

/**
 * The security code is left out: nothing derived from it is stored (PCI DSS 3.3). For a saved card, only the
 * token and the reason count. The browser is left out, because it can differ when a request is repeated.
 */
export function toFingerprintContent({
  operation,
  order,
  card,
  returnUrl,
}: NewPayment): Record<string, unknown> {
  const members = Object.entries(order).map(([name, value]) => [`order.${name}`, value]);
  const cardFields =
    'token' in card
      ? { 'card.token': card.token, 'card.reason': card.merchantReason }
      : { 'card.pan': card.pan.reveal(), 'card.expiry': card.expiry, 'card.name': card.name };
  return { operation, return_url: returnUrl, ...Object.fromEntries(members), ...cardFields };
}
