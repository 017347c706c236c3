import { findCheckoutSecrets } from '~/merchants/credentials/credentials';
import { prisma } from '~/platform/database/db.server';
import { environments, type Environment } from '~/platform/environment';
import { isId } from '~/platform/ids';
import { toExactTextLine } from '~/platform/text/line-input';
import { findCardIntent } from './card-intents';
import { getPaymentIntentStatus } from './payment-intents';
import {
  checkRedirect,
  parseRedirect,
  getParameter,
  type KnownIntent,
  type ReceivedRedirect,
  type RedirectFinding,
} from './received-redirect';

/** The current state, regardless of the URL. */
type ActualState = {
  /** What the redirect belongs to. */
  kind: 'payment_intent' | 'card_intent' | 'direct_payment';
  /** Empty for a payment by API. */
  intentId: string;
  environment: Environment;
  /** As in the API: of the intent, or of a payment without one. */
  state: string;
  transaction: { id: string; status: string } | null;
};

export type RedirectVerification = {
  genuine: boolean;
  /** The other environment, if that one signed it. */ signedFor: Environment | null;
  findings: RedirectFinding[];
  actualState: ActualState | null;
};

/**
 * Verifies a redirect URL. Nothing is stored.
 * @returns null when it isn't a redirect URL
 */
export async function verifyRedirect({
  accountId,
  environment,
  pasted,
}: {
  accountId: string;
  environment: Environment;
  pasted: string;
}): Promise<RedirectVerification | null> {
  const received = parseRedirect(pasted);
  if (!received) return null;
  const secrets = await findCheckoutSecrets(accountId);
  const other = environments.find((one) => one !== environment)!;
  const check = async (one: Environment) => {
    const secret = secrets[one];
    if (!secret) return null;
    const intent = await findIntent({ accountId, environment: one }, received);
    return { intent, ...checkRedirect(received, secret, intent?.known ?? null) };
  };
  const here = (await check(environment))!;
  const elsewhere = await check(other);
  // A fault of the signature itself is found in both environments. Each has its own secret, so at most one
  // signature matches.
  const explains = ({ findings }: { findings: RedirectFinding[] }) =>
    !findings.some(({ kind }) => kind === 'unknown');
  const crossed = !explains(here) && elsewhere && explains(elsewhere) ? elsewhere : null;
  const found = crossed ?? here;
  return {
    genuine: found.genuine && !crossed,
    signedFor: crossed ? other : null,
    findings: found.findings,
    actualState: found.intent?.actualState ?? elsewhere?.intent?.actualState ?? null,
  };
}

type Owner = { accountId: string; environment: Environment };

/** The intent that the URL names by any of its IDs, or the payment by API that it names. */
async function findIntent(
  { accountId, environment }: Owner,
  received: ReceivedRedirect,
): Promise<{ known: KnownIntent; actualState: ActualState } | null> {
  const [intentId, reference, transactionId] = ['intent_id', 'reference_id', 'transaction_id'].map((name) =>
    toExactTextLine(getParameter(received, name) ?? ''),
  ) as [string, string, string];
  const paid = isId('trx', transactionId)
    ? await prisma.transaction.findUnique({
        where: { id: transactionId, accountId, environment },
        select: {
          id: true,
          intentId: true,
          externalId: true,
          status: true,
          returnUrl: true,
          updatedAt: true,
        },
      })
    : null;
  if (paid && !paid.intentId && paid.returnUrl) {
    const { id, externalId, status, updatedAt } = paid;
    return {
      known: {
        id: '',
        externalId,
        resultName: 'transaction_id' as const,
        resultId: id,
        redirectedAt: updatedAt,
      },
      actualState: {
        kind: 'direct_payment',
        intentId: '',
        environment,
        state: status,
        transaction: { id, status },
      },
    };
  }
  const owner = { accountId, environment };
  const findPaymentsIntent = async (where: { id: string } | { externalId: string }) => {
    const intent = await prisma.paymentIntent.findFirst({
      where: { ...where, ...owner },
      select: {
        ...{ id: true, externalId: true, state: true, expiresAt: true },
        ...{ transactionId: true, redirectedAt: true },
      },
    });
    return intent && withTransactions(owner, intent);
  };
  return (
    (isId('int', intentId) && (await findPaymentsIntent({ id: intentId }))) ||
    (paid?.intentId && (await findPaymentsIntent({ id: paid.intentId }))) ||
    // A payment intent can have the same reference as a card intent.
    (await findCardsIntent(owner, intentId)) ||
    (reference ? findPaymentsIntent({ externalId: reference }) : null)
  );
}

async function withTransactions(
  { accountId, environment }: Owner,
  {
    id,
    externalId,
    transactionId,
    redirectedAt,
    ...intent
  }: {
    id: string;
    externalId: string;
    state: string;
    expiresAt: Date;
    transactionId: string | null;
    redirectedAt: Date | null;
  },
) {
  const transaction = transactionId
    ? await prisma.transaction.findUnique({
        where: { id: transactionId, accountId, environment },
        select: { id: true, status: true },
      })
    : null;
  const state = getPaymentIntentStatus(intent, new Date());
  return {
    known: {
      id,
      externalId,
      redirectedAt,
      resultName: 'transaction_id' as const,
      resultId: transaction?.id ?? null,
    },
    actualState: { kind: 'payment_intent' as const, intentId: id, environment, state, transaction },
  };
}

async function findCardsIntent(owner: Owner, intentId: string) {
  const intent = await findCardIntent({ ...owner, intentId });
  if (!intent) return null;
  const { id, externalId, phase, card } = intent;
  return {
    known: { id, externalId, resultName: 'token' as const, resultId: card?.id ?? null, redirectedAt: null },
    actualState: {
      kind: 'card_intent' as const,
      intentId: id,
      environment: owner.environment,
      state: phase,
      transaction: null,
    },
  };
}
