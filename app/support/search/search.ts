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
import { findPayoutsById, noPayouts, searchPayouts } from './payout-search';
import { readQuery, type QueryReading } from './query-readings';
import { noIntents, searchIntents, summarizeIntents, type IntentResults } from './intent-search';
import {
  searchPayments,
  summarizePayments,
  type PaymentResults,
  type QueryInterpretation,
} from './payment-search';
import type { Clocks } from './search-scopes';
import { createExactReference } from '~/support/query/reference-spellings';
import {
  emptyCriteria,
  describesPayment,
  relaxReferences,
  type IdKind,
  type SearchCriteria,
} from '~/support/query/query-parser';

/**
 * `before`: the ID before which a later page begins. `attempt`: the number of the attempt that the first page showed.
 */
type SearchInput = { input: string; clocks: Clocks; now: Date; before?: string; attempt?: number };

export type SearchResults = Awaited<ReturnType<typeof searchAll>>;

/**
 * Everything that the query may mean, by kind, and how it was understood: `corrections` of keywords, `assumedName` for
 * words that are spelled almost like one, `near` for other such names, the `payer` whose payments were found, and the
 * `matchedTerms` of names. `isRelaxed`: references only start or end as in the query. `isWithoutReferences`: no payment of the email address has the
 * reference. `unknownRequests`: IDs that no API
 * request has, with the time they contain. `othersToo`: some words were not understood, so the name may not be a
 * merchant's, and its payments are not the only results. `intents`: payment intents without a payment. `isTooWide`: the
 * search took too long and is incomplete.
 */
export async function searchAll({ input, ...page }: SearchInput) {
  const readings = await readQuery(input);
  // Unless the misspelled words are a payer's name, the corrected reading is meant, which is the last.
  const attempts = readings.flatMap((reading) =>
    listAttempts(reading).filter(({ payer }) => reading === readings.at(-1) || payer.length),
  );
  const found = await findPayments(attempts, page);
  const reading = found.reading ?? readings.at(-1)!;
  const { criteria, corrections, merchantMatches, exactMatches, personMatches, near, othersToo } = reading;
  const { closestMerchant, closestPerson, assumedMerchants, assumedPeople, unmatchedTerms } = reading;
  const ids = (kind: IdKind) => criteria.ids.filter((one) => one.kind === kind).map(({ id }) => id);
  const { emails, references, singleTerm } = criteria;
  const spellings = [...references, ...(singleTerm ? [createExactReference(singleTerm)] : [])].flatMap(
    (reference) => reference.spellings,
  );
  const [foundIntents, requestHits, webhooks, mails, paymentsOfIds, accountIds] = await Promise.all([
    criteria.ids.length
      ? summarizeIntents(ids('intent'), page.now).then((intents) => ({
          ...noFoundIntents,
          intents: { ...noIntents, intents },
        }))
      : findIntents(attempts, found, page),
    searchRequests({ ids: ids('request'), references: spellings }),
    searchWebhooks({ events: ids('event'), deliveries: ids('delivery'), endpoints: ids('endpoint') }),
    findMailHits({ ids: ids('mail'), emails }),
    findPaymentIds(ids).then((paymentIds) => summarizePayments(paymentIds)),
    findAccountIds(ids),
  ]);
  const requests = requestHits === 'too_wide' ? [] : requestHits;
  const unknownRequests =
    requestHits === 'too_wide'
      ? []
      : ids('request')
          .filter((id) => !requests.some((request) => request.id === id))
          .map((id) => ({ id, at: getIdTime(id) }));
  const payments = criteria.ids.length ? { ...noPayments, payments: paymentsOfIds } : found.payments;
  // Other words distinguish payments, so a merchant without a matching one may be the wrong one.
  const isMerchantAssumed =
    assumedMerchants.length > 0 &&
    (found.isAssumed ||
      foundIntents.isAssumed ||
      (!found.payer.length && (criteria.isOfPayout || !describesPayment(criteria))));
  const isPersonAssumed = !isMerchantAssumed && !found.payer.length;
  const assumedName = isMerchantAssumed ? closestMerchant : isPersonAssumed ? closestPerson : null;
  const people = await findPeopleByIdOrEmail({
    ids: [
      ...ids('person'),
      ...personMatches.found.map(({ id }) => id),
      ...(isPersonAssumed ? assumedPeople : []),
    ],
    emails,
  });
  const merchants = [
    ...(await findMerchantsById(accountIds)),
    ...exactMatches,
    ...merchantMatches.found,
    ...(isMerchantAssumed ? assumedMerchants : []),
  ].filter(({ id }, i, all) => all.findIndex((one) => one.id === id) === i);
  const visibleMerchants = merchants.slice(0, maximumResultsPerKind);
  const payoutSearch = criteria.isOfPayout
    ? await searchPayouts(visibleMerchants, criteria, page.now)
    : noPayouts;
  const isExplained = (word: string) =>
    found.payer.includes(word) || Boolean(assumedName?.terms.includes(word));
  const merchantTerms = isMerchantAssumed ? closestMerchant!.terms : merchantMatches.terms;
  return {
    criteria,
    corrections,
    assumedName,
    payouts: [...(await findPayoutsById(ids('payout'))), ...payoutSearch.payouts],
    payoutsSearchedSince: payoutSearch.searchedSince,
    merchants: visibleMerchants,
    moreMerchants: merchants.length > maximumResultsPerKind,
    people,
    requests,
    webhooks,
    mails,
    payments,
    intents: foundIntents.intents === 'too_wide' ? noIntents : foundIntents.intents,
    attempt: found.attempt,
    payer: found.payer,
    isRelaxed: found.isRelaxed,
    isWithoutReferences: found.isWithoutReferences,
    isPayerAlone: found.isPayerAlone,
    near: isMerchantAssumed
      ? []
      : near.merchants.filter(({ terms }) => !terms.every((term) => found.payer.includes(term))),
    unknownRequests,
    othersToo: othersToo && unmatchedTerms.some((word) => !isExplained(word)),
    isTooWide: [payments, foundIntents.intents, requestHits].includes('too_wide'),
    matchedTerms: {
      merchant: found.isOfNamed ? merchantTerms : merchantTerms.filter((word) => !found.payer.includes(word)),
      person: personMatches.terms.filter(
        (word) => !merchantTerms.includes(word) && !found.payer.includes(word),
      ),
      nobody: unmatchedTerms.filter((word) => !isExplained(word)),
    },
  };
}

const noPayments: PaymentResults = {
  ...{ payments: [], older: null, isIncomplete: false, isPartTooShort: false },
};

/** One way to search for what a reading says. `payer`: the words that are taken for a payer's name. */
type Attempt = {
  reading: QueryReading;
  interpretations: QueryInterpretation[];
  payer: string[];
  isOfNamed: boolean;
  isAssumed: boolean;
  isRelaxed: boolean;
  isWithoutReferences: boolean;
  isPayerAlone: boolean;
};

const noAttempt = {
  ...{ payer: [], isOfNamed: true, isAssumed: false, isRelaxed: false },
  ...{ isWithoutReferences: false, isPayerAlone: false },
};

/** Names of payers are short. In a longer text, the words are a sentence. */
const maximumPayerTerms = 4;

/**
 * From the strictest to the most forgiving: the words that name no merchant as a payer's name, a merchant with almost the
 * same name, nobody's name, and each with parts of references.
 */
function listAttempts(reading: QueryReading): Attempt[] {
  const { criteria, merchantMatches: named, assumedMerchants, closestMerchant, othersToo } = reading;
  if (criteria.ids.length) return [];
  const assumed = { ids: assumedMerchants.map(({ id }) => id), terms: closestMerchant?.terms ?? [] };
  const { name } = criteria;
  const namedIds = named.found.map(({ id }) => id);
  const mayBePayer = (terms: readonly string[]) =>
    !criteria.payer && terms.length > 0 && terms.length <= maximumPayerTerms && terms.every(isNameWord);
  const without = (terms: readonly string[]) => name.filter((word) => !terms.includes(word));
  const attempts: Attempt[] = [];
  const add = (
    said: SearchCriteria,
    accountIds: readonly string[] | null,
    about: Partial<Attempt> & { isNameEnough?: boolean } = {},
  ) => {
    const { isNameEnough = false, ...rest } = about;
    const interpretations = describesPayment(said) || isNameEnough ? toInterpretations(said, accountIds) : [];
    if (said.singleTerm && !rest.payer && !rest.isAssumed) interpretations.push(asReference(said.singleTerm));
    if (interpretations.length)
      attempts.push({
        ...{ reading, interpretations, ...noAttempt },
        ...rest,
      });
  };
  const addWithRelaxed = (
    said: SearchCriteria,
    accountIds: readonly string[] | null,
    about: Partial<Attempt> & { isNameEnough?: boolean } = {},
  ) => {
    add(said, accountIds, about);
    const relaxed = relaxReferences(said, { isOfMerchant: accountIds !== null });
    if (relaxed) add(relaxed, accountIds, { ...about, isRelaxed: true });
    // A caller is surer of an email address than of an order number.
    if (said.emails.length && said.references.length)
      add({ ...said, references: [] }, accountIds, { ...about, isWithoutReferences: true });
  };
  const asPayer = (payer: string[]): SearchCriteria => ({ ...criteria, payer, singleTerm: undefined });
  const [knownIds, knownTerms] = namedIds.length ? [namedIds, named.terms] : [assumed.ids, assumed.terms];
  const rest = without(knownTerms);
  if (knownIds.length && mayBePayer(rest))
    add(asPayer(rest), knownIds, { payer: rest, isAssumed: !namedIds.length });
  if (without(named.terms).length && mayBePayer(name))
    add(asPayer(name), null, { payer: name, isOfNamed: false });
  // A caller knows the own name better than an amount or a date.
  const addPayerAlone = (payer: string[], accountIds: readonly string[] | null, about: Partial<Attempt>) =>
    describesPayment({ ...criteria, payer: undefined }) &&
    mayBePayer(payer) &&
    add({ ...emptyCriteria, payer }, accountIds, { ...about, payer, isPayerAlone: true });
  if (namedIds.length) addPayerAlone(rest, namedIds, {});
  else addPayerAlone(name, null, { isOfNamed: false });
  const isFew = (ids: readonly string[]) => ids.length > 0 && ids.length <= maximumResultsPerKind;
  if (!namedIds.length && assumed.ids.length)
    addWithRelaxed(criteria, assumed.ids, { isAssumed: true, isNameEnough: isFew(assumed.ids) });
  addWithRelaxed(criteria, namedIds.length && !othersToo ? namedIds : null, {
    isNameEnough: isFew(namedIds),
  });
  return attempts;
}

const isNameWord = (word: string) => /^\p{L}[\p{L}\p{M}'’.-]+$/u.test(word);

const asReference = (text: string): QueryInterpretation => ({
  criteria: { ...emptyCriteria, references: [createExactReference(text)] },
  accountIds: null,
});

/** "Ends in 4711" may be said of a card, an order number, or an ID, and "52022" of an amount or an order number. */
function toInterpretations(
  criteria: SearchCriteria,
  accountIds: readonly string[] | null,
): QueryInterpretation[] {
  const { isOpenEnding, bareNumber, lastFour, amount, ...others } = criteria;
  const withPart = (text: string): SearchCriteria => ({
    ...others,
    parts: [...others.parts, { text, positions: ['end'] }],
  });
  return [
    { criteria, accountIds },
    ...(isOpenEnding ? [{ criteria: { ...withPart(lastFour!), amount }, accountIds }] : []),
    ...(bareNumber ? [{ criteria: { ...withPart(bareNumber), lastFour }, accountIds }] : []),
  ];
}

type FoundPayments = Omit<Attempt, 'interpretations' | 'reading'> & {
  reading?: QueryReading;
  attempt: number;
  payments: PaymentResults | 'too_wide';
};

/**
 * The payments of the first attempt that finds any, or nothing of the last. Most searches end with the first attempt. The
 * others run at the same time, so that the support person doesn't wait for each of them.
 */
async function findPayments(
  attempts: readonly Attempt[],
  { attempt: only, ...page }: Omit<SearchInput, 'input'>,
): Promise<FoundPayments> {
  const run = async ({ interpretations, ...rest }: Attempt, attempt: number): Promise<FoundPayments> => ({
    ...rest,
    attempt,
    payments: await searchPayments({ ...page, interpretations }),
  });
  const hasResult = ({ payments }: FoundPayments) => payments === 'too_wide' || payments.payments.length > 0;
  const chosen = only === undefined ? undefined : attempts[only];
  if (chosen) return run(chosen, only!);
  const [first, ...others] = attempts;
  if (!first) return { ...noAttempt, attempt: 0, payments: noPayments };
  const found = await run(first, 0);
  if (hasResult(found)) return found;
  const rest = await Promise.all(others.map((other, i) => run(other, i + 1)));
  const last = rest.at(-1) ?? found;
  const { attempt, payments, isRelaxed, isWithoutReferences } = last;
  return rest.find(hasResult) ?? { ...noAttempt, attempt, payments, isRelaxed, isWithoutReferences };
}

type FoundIntents = { intents: IntentResults | 'too_wide'; isAssumed: boolean };

const noFoundIntents = { intents: noIntents, isAssumed: false };

/**
 * The unpaid intents of the first attempt that finds any, on the first page. Payments that were found say which merchant is
 * meant, and four digits of their cards aren't an order number.
 */
async function findIntents(
  attempts: readonly Attempt[],
  found: FoundPayments,
  { clocks, now, before }: Omit<SearchInput, 'input'>,
): Promise<FoundIntents> {
  if (before) return noFoundIntents;
  const hasPayments = found.payments !== 'too_wide' && found.payments.payments.length > 0;
  const suitable = attempts.filter(
    ({ payer, reading, isAssumed, isRelaxed }) =>
      !payer.length &&
      (!hasPayments ||
        (reading === found.reading &&
          isAssumed === found.isAssumed &&
          !(isRelaxed && reading.criteria.lastFour))),
  );
  let searchedSince: Date | null = null;
  for (const { interpretations, isAssumed } of suitable) {
    const intents = await searchIntents({ interpretations, clocks, now });
    if (intents === 'too_wide' || intents.intents.length) return { intents, isAssumed };
    searchedSince = intents.searchedSince ?? searchedSince;
  }
  return { ...noFoundIntents, intents: { ...noIntents, searchedSince } };
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
