import { findMailsById, listMails } from '~/mail/mail-list';
import { prisma } from '~/platform/database/db.server';
import { getIdTime } from '~/platform/ids';
import {
  findMerchantsById,
  findPeopleByIdOrEmail,
  searchRequests,
  searchWebhooks,
  maximumResultsPerKind,
} from './record-search';
import { findMerchantsByName, findPeopleByName } from './name-search';
import { suggestNames } from './name-suggestions';
import {
  searchPayments,
  summarizePayments,
  type Clocks,
  type PaymentResults,
  type QueryInterpretation,
} from './payment-search';
import { createExactReference } from '~/support/query/reference-spellings';
import {
  emptyCriteria,
  isSelectiveSearch,
  describesPayment,
  type IdKind,
  type SearchCriteria,
} from '~/support/query/query-parser';

type SearchInput = { criteria: SearchCriteria; clocks: Clocks; now: Date; before?: string };

export type SearchResults = Awaited<ReturnType<typeof searchAll>>;

/**
 * Everything that the query may mean, by kind. `called`: the remaining words that are part of a merchant's or
 * a person's name; if no merchant has that name, payments are searched without them. `near`: suggested names
 * for the other words. `unknownRequests`: IDs that no API request has, with the time they contain.
 * `othersToo`: some words were not understood, so the name may not be a merchant's, and its payments are not
 * the only results. `isTooWide`: the search took too long and is incomplete.
 */
export async function searchAll({ criteria, before, ...when }: SearchInput) {
  const ids = (kind: IdKind) => criteria.ids.filter((one) => one.kind === kind).map(({ id }) => id);
  const { name, emails, references, singleTerm, title = [] } = criteria;
  const spellings = [...references, ...(singleTerm ? [createExactReference(singleTerm)] : [])].flatMap(
    (reference) => reference.spellings,
  );
  const [merchantMatches, titleMatches, personMatches, requestHits, webhooks, mails, paymentIds, accountIds] =
    await Promise.all([
      findMerchantsByName(name),
      findMerchantsByName(title),
      findPeopleByName(name, maximumResultsPerKind),
      searchRequests({ ids: ids('request'), references: spellings }),
      searchWebhooks({ events: ids('event'), deliveries: ids('delivery'), endpoints: ids('endpoint') }),
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
          .map((id) => ({ id, at: getIdTime(id) }));
  const exactMatches = titleMatches.terms.length === title.length ? titleMatches.found : [];
  const unmatchedTerms = name.filter(
    (word) => !merchantMatches.terms.includes(word) && !personMatches.terms.includes(word),
  );
  const othersToo =
    merchantMatches.found.length > 0 && unmatchedTerms.length > 0 && isSelectiveSearch(criteria);
  const [byId, people, near, payments] = await Promise.all([
    findMerchantsById(accountIds),
    findPeopleByIdOrEmail({ ids: [...ids('person'), ...personMatches.found.map(({ id }) => id)], emails }),
    suggestNames(
      unmatchedTerms.length &&
        !exactMatches.length &&
        (!merchantMatches.found.length || merchantMatches.found.length > maximumResultsPerKind)
        ? name
        : [],
    ),
    findPayments({
      criteria,
      before,
      ...when,
      paymentIds,
      namedMerchantIds: merchantMatches.found.map(({ id }) => id),
      othersToo,
    }),
  ]);
  const merchants = [...byId, ...exactMatches, ...merchantMatches.found].filter(
    ({ id }, i, all) => all.findIndex((one) => one.id === id) === i,
  );
  return {
    merchants: merchants.slice(0, maximumResultsPerKind),
    moreMerchants: merchants.length > maximumResultsPerKind,
    people,
    requests,
    webhooks,
    mails,
    payments,
    near,
    unknownRequests,
    othersToo,
    isTooWide: [payments, requestHits].includes('too_wide'),
    matchedTerms: {
      merchant: merchantMatches.terms,
      person: personMatches.terms.filter((word) => !merchantMatches.terms.includes(word)),
      nobody: unmatchedTerms,
    },
  };
}

const noPayments: PaymentResults = { payments: [], older: null, isIncomplete: false };

async function findPayments({
  criteria,
  namedMerchantIds,
  othersToo,
  paymentIds,
  ...query
}: SearchInput & {
  namedMerchantIds: readonly string[];
  othersToo: boolean;
  paymentIds: readonly string[];
}): Promise<PaymentResults | 'too_wide'> {
  if (criteria.ids.length) return { ...noPayments, payments: await summarizePayments(paymentIds) };
  const interpretations: QueryInterpretation[] = criteria.singleTerm
    ? [
        {
          criteria: { ...emptyCriteria, references: [createExactReference(criteria.singleTerm)] },
          accountIds: null,
        },
      ]
    : [];
  // A name alone means the merchant and its latest payments; a name that matches many merchants means none in
  // particular.
  if (
    describesPayment(criteria) ||
    (namedMerchantIds.length && namedMerchantIds.length <= maximumResultsPerKind)
  )
    interpretations.unshift({
      criteria,
      accountIds: namedMerchantIds.length && !othersToo ? namedMerchantIds : null,
    });
  return interpretations.length ? searchPayments({ ...query, interpretations }) : noPayments;
}

/** The transactions that IDs lead to, at most one page. */
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

/** The accounts that IDs belong to, for records that have no page of their own. */
async function findAccountIds(ids: (kind: IdKind) => readonly string[]): Promise<string[]> {
  const found = await prisma.$queryRaw<{ id: string }[]>`
    select id from accounts where id = any(${ids('account')}::text[])
    union select account_id from applications where id = any(${ids('application')}::text[])
    union select account_id from api_secrets where id = any(${ids('secret')}::text[])
    union select account_id from card_tokens where id = any(${ids('card_token')}::text[])
    union select account_id from card_intents where id = any(${ids('intent')}::text[])
    union select account_id from payment_intents where id = any(${ids('intent')}::text[])
    order by id limit ${maximumResultsPerKind}`;
  return found.map(({ id }) => id);
}

async function findMailHits({ ids, emails }: { ids: readonly string[]; emails: readonly string[] }) {
  const byRecipient = await Promise.all(
    emails.slice(0, 3).map((recipient) => listMails({ recipient, limit: maximumResultsPerKind })),
  );
  const byId = ids.length ? await findMailsById(ids) : [];
  return [...byId, ...byRecipient.flatMap(({ mails }) => mails)].slice(0, maximumResultsPerKind);
}
