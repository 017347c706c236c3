import { listMails } from '~/mail/mail-list';
import { prisma } from '~/platform/db.server';
import { timeOfId } from '~/platform/ids';
import { findMerchants, findPeople, findRequestHits, findWebhookHits, shownOfKind } from './other-hits';
import { findMerchantsNamed, findPeopleNamed } from './names';
import { findNearNames } from './near-names';
import {
  findPaymentHits,
  summarizePayments,
  type Clocks,
  type PaymentHits,
  type Reading,
} from './payment-hits';
import { exactReference } from './references';
import { nothing, saysOfFew, saysPayment, type IdKind, type Said } from './words';

type Query = { said: Said; clocks: Clocks; now: Date; before?: string };

export type Found = Awaited<ReturnType<typeof findAnything>>;

/**
 * All that what was said may mean, by kind. `called`: which of the words left over are part of a merchant's or else a person's name; when no merchant is
 * called so, payments are looked for without them. `near`: names that were perhaps meant by the others. `unknownRequests`: ids that
 * no request of the API has, with when they were given. `othersToo`: since not all words were understood, the name may be none
 * of a merchant, and its payments are not the only ones. `isTooWide`: not all was looked at in time.
 */
export async function findAnything({ said, before, ...when }: Query) {
  const ids = (kind: IdKind) => said.ids.filter((one) => one.kind === kind).map(({ id }) => id);
  const { name, emails, references, alone, title = [] } = said;
  const spellings = [...references, ...(alone ? [exactReference(alone)] : [])].flatMap(
    (reference) => reference.spellings,
  );
  const [named, titled, peopleNamed, requestHits, webhooks, mails, paymentIds, accountIds] =
    await Promise.all([
      findMerchantsNamed(name),
      findMerchantsNamed(title),
      findPeopleNamed(name, shownOfKind),
      findRequestHits({ ids: ids('request'), references: spellings }),
      findWebhookHits({ events: ids('event'), deliveries: ids('delivery'), endpoints: ids('endpoint') }),
      findMailHits({ ids: ids('mail'), emails }),
      findPaymentIds(ids),
      findAccountIds(ids),
    ]);
  const requests = requestHits === 'too_wide' ? [] : requestHits;
  const unknownRequests =
    requestHits === 'too_wide'
      ? []
      : ids('request')
          .filter((id) => !requests.some((request) => request.id === id))
          .map((id) => ({ id, at: timeOfId(id) }));
  const wholly = titled.words.length === title.length ? titled.found : [];
  const unread = name.filter((word) => !named.words.includes(word) && !peopleNamed.words.includes(word));
  const othersToo = named.found.length > 0 && unread.length > 0 && saysOfFew(said);
  const [byId, people, near, payments] = await Promise.all([
    findMerchants(accountIds),
    findPeople({ ids: [...ids('person'), ...peopleNamed.found.map(({ id }) => id)], emails }),
    findNearNames(
      unread.length && !wholly.length && (!named.found.length || named.found.length > shownOfKind)
        ? name
        : [],
    ),
    findPayments({ said, before, ...when, paymentIds, named: named.found.map(({ id }) => id), othersToo }),
  ]);
  const merchants = [...byId, ...wholly, ...named.found].filter(
    ({ id }, i, all) => all.findIndex((one) => one.id === id) === i,
  );
  return {
    merchants: merchants.slice(0, shownOfKind),
    moreMerchants: merchants.length > shownOfKind,
    people,
    requests,
    webhooks,
    mails,
    payments,
    near,
    unknownRequests,
    othersToo,
    isTooWide: [payments, requestHits].includes('too_wide'),
    called: {
      merchant: named.words,
      person: peopleNamed.words.filter((word) => !named.words.includes(word)),
      nobody: unread,
    },
  };
}

const none: PaymentHits = { payments: [], older: null, cutShort: false };

async function findPayments({
  said,
  named,
  othersToo,
  paymentIds,
  ...query
}: Query & { named: readonly string[]; othersToo: boolean; paymentIds: readonly string[] }): Promise<
  PaymentHits | 'too_wide'
> {
  if (said.ids.length) return { ...none, payments: await summarizePayments(paymentIds) };
  const readings: Reading[] = said.alone
    ? [{ said: { ...nothing, references: [exactReference(said.alone)] }, accountIds: null }]
    : [];
  // A name alone means the merchant and its latest payments; one that fits many means none of them in particular.
  if (saysPayment(said) || (named.length && named.length <= shownOfKind))
    readings.unshift({ said, accountIds: named.length && !othersToo ? named : null });
  return readings.length ? findPaymentHits({ ...query, readings }) : none;
}

/** The transactions that ids lead to, a page of them at most. */
async function findPaymentIds(ids: (kind: IdKind) => readonly string[]): Promise<string[]> {
  const found = await prisma.$queryRaw<{ id: string }[]>`
    select id from transactions where id = any(${ids('transaction')}::text[])
    union select transaction_id from operations where id = any(${ids('operation')}::text[])
    union (select t.id from payment_intents i join transactions t on (t.account_id, t.environment, t.external_id, t.intent_id) = (i.account_id, i.environment, i.external_id, i.id) where i.id = any(${ids('intent')}::text[]) order by t.id desc limit 25)
    union (select t.id from unnest(${ids('card_token')}::text[]) k (id) cross join lateral (select id from transactions where card_token_id = k.id order by id desc limit 25) t)
    union select transaction_id from api_requests where id = any(${ids('request')}::text[]) and transaction_id is not null
    union select transaction_id from webhook_deliveries where id = any(${ids('delivery')}::text[]) and transaction_id is not null
    union select transaction_id from webhook_events where id = any(${ids('event')}::text[]) and transaction_id is not null
    order by id desc limit 50`;
  return found.map(({ id }) => id);
}

/** The accounts that ids belong to, where the id is all there is to show of it. */
async function findAccountIds(ids: (kind: IdKind) => readonly string[]): Promise<string[]> {
  const found = await prisma.$queryRaw<{ id: string }[]>`
    select id from accounts where id = any(${ids('account')}::text[])
    union select account_id from applications where id = any(${ids('application')}::text[])
    union select account_id from api_secrets where id = any(${ids('secret')}::text[])
    union select account_id from card_tokens where id = any(${ids('card_token')}::text[])
    union select account_id from card_intents where id = any(${ids('intent')}::text[])
    union select account_id from payment_intents where id = any(${ids('intent')}::text[])
    order by id limit ${shownOfKind}`;
  return found.map(({ id }) => id);
}

async function findMailHits({ ids, emails }: { ids: readonly string[]; emails: readonly string[] }) {
  const byRecipient = await Promise.all(
    emails.slice(0, 3).map((recipient) => listMails({ recipient, limit: shownOfKind })),
  );
  const byId = ids.length
    ? await prisma.mail.findMany({
        where: { id: { in: [...ids] } },
        select: {
          id: true,
          recipient: true,
          template: true,
          status: true,
          attempts: true,
          lastError: true,
          createdAt: true,
          sentAt: true,
        },
      })
    : [];
  return [...byId, ...byRecipient.flatMap(({ mails }) => mails)].slice(0, shownOfKind);
}
