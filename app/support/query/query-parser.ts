import type { CardBrand } from '~/platform/cards/card-brands';
import { isCurrency } from '~/platform/money/currencies';
import { isId } from '~/platform/ids';
import type { Environment } from '~/platform/environment';
import { parseBareAmount, extractAmount, extractCurrency, type AmountExpression } from './amount-parser';
import { createExactReference, expandReference, type Reference } from './reference-spellings';
import {
  brandPatterns,
  environmentPatterns,
  payoutPattern,
  statusPatterns,
  type StatusName,
} from './keyword-patterns';
import { findDeclineReason, type DeclineReason } from './decline-reason-patterns';
import {
  extractPartialReferences,
  minimumPartLength,
  type IdStart,
  type PartialReference,
} from './partial-references';
import { extractTime, listPossibleDates, unclearDate } from './time-parser';
import type { Unclear, TimeExpression } from './time-spans';

// Pure: parses a caller's description. Nothing is looked up here.

const idKinds = {
  trx: 'transaction',
  int: 'intent',
  op: 'operation',
  tok: 'card_token',
  acc: 'account',
  app: 'application',
  req: 'request',
  evt: 'event',
  dlv: 'delivery',
  hook: 'endpoint',
  mail: 'mail',
  usr: 'person',
  key: 'secret',
  po: 'payout',
} as const;
export type IdKind = (typeof idKinds)[keyof typeof idKinds];

/**
 * The criteria that were understood. Values of the same kind are alternatives; different kinds must all
 * match.
 */
export type SearchCriteria = {
  ids: { kind: IdKind; id: string }[];
  emails: string[];
  /** What follows the @ of payers' email addresses. */
  emailDomains: string[];
  /** Those of them that were written without the @, and may be a merchant's name, too. */
  bareDomains: string[];
  /** Complete external_ids or order_ids. */
  references: Reference[];
  idStarts: IdStart[];
  /** Where IDs, external_ids, or order_ids start or end. */
  parts: PartialReference[];
  /**
   * The text, if it is a single word: a merchant's reference may have that name, whatever else the word
   * means.
   */
  singleTerm?: string;
  lastFour?: string;
  /** The four to six digits that a masked card number starts with. */
  cardStart?: string;
  /** `lastFour` may be the end of an order number, too: "ends in 4711". */
  isOpenEnding?: true;
  brand?: CardBrand;
  /** A currency without an amount. */
  currencies?: readonly string[];
  amount?: AmountExpression;
  /** A whole number that was taken for the amount, and is long enough for an order number. */
  bareNumber?: string;
  when?: TimeExpression;
  status?: StatusName;
  declineReason?: DeclineReason;
  /** Words of a payer's name, all of which must match. */
  payer?: string[];
  environment?: Environment;
  /** A payout is meant, or a payment in it. */
  isOfPayout?: true;
  /** The whole text, if it could be a name, whatever else its words mean: "Sun Coffee". */
  title?: string[];
  /** The remaining words: of a merchant's or a person's name. */
  name: string[];
  /** What was ambiguous and was left out. */
  unclear: Unclear[];
};

export const emptyCriteria: SearchCriteria = {
  ...{
    ids: [],
    emails: [],
    emailDomains: [],
    bareDomains: [],
    references: [],
    idStarts: [],
    parts: [],
    name: [],
    unclear: [],
  },
};

/** Replaces extracted text, so that the words around it are not joined. */
const gapMarker = ' ¦ ';

/** The maximum for all references of a search together. */
const maximumSpellings = 60;

export const cardEndingPattern =
  /(?<![\p{L}\p{N}])(?:(?:card(?: number)? )?(?:last (?:four|4)(?: digits)?|end(?:ing|s|ed)?(?: in| with)?|final four)[: ]*(?:are |is |were )?|[•*x#.…]{2,16}[ -]{0,3})(\d{4})(?!\d)/iu;
/** "424242******4242", as receipts and acquirers write it. */
export const maskedCardPattern =
  /(?<![\p{L}\p{N}])([2-6]\d{3}[ -]?\d{0,4})[ -]?(?:[•*x#.][ -]?){2,12}(\d{4})(?!\d)/iu;
const email = /(?<![^\s,;<>()¦])[^\s@,;<>()¦]{1,64}@[^\s@,;<>()¦]{3,190}/u;
/** Bare domains need a usual ending: "approx.forty" isn't one. */
const emailDomain =
  /(?<![\p{L}\p{N}@._/-])(?:@((?:[a-z0-9-]+\.)+[a-z]{2,24})|((?:[a-z0-9-]+\.)+(?:com|net|org|edu|gov|io|info|biz|app|dev|shop|me|eu|uk|de|fr|es|it|nl|pl|pt|ch|at|be|se|no|dk|fi|ie|us|ca|mx|br|jp|cn|in|au|nz|example)))(?![\p{L}\p{N}_/-])/iu;
/** Up to three words, because a time or a status may follow. */
const labeledPayer =
  /(?<![\p{L}\p{N}])(?:payer|card ?holder|buyer)(?:[’']s name)?(?: is| named| called)?[:=] *(\p{L}[\p{L}'’.-]*(?: \p{L}[\p{L}'’.-]*){0,2})/iu;
const quoted = /["“”]([^"“”]+)["“”]/u;
const labeledReference =
  /(?<![\p{L}\p{N}])(order|external|reference|ref|invoice|booking)(?:[ _-]?(?:id|no|nr|number))?(?:\.? *[:#=] *|\.? +)((?=[^ ]*\d)[\p{L}\p{N}][\p{L}\p{N}_./-]*)/iu;
/** "orders 52022 and 52025" */
const listedReferences =
  /(?<![\p{L}\p{N}])(order|reference|invoice|booking)(?:s| numbers| ids) ((?=[^ ]*\d)[^ ,]+(?:(?:, ?(?:and |or )?| and | or )(?=[^ ]*\d)[^ ,]+)+)/iu;
/** "HT 20473": long enough for an order number. */
const spacedReference = /(?<![\p{L}\p{N}_-])([A-Z]{2,4}) (\d{5,12})(?![\p{L}\p{N}_]|[.,]\d)/gu;
const fillerTerms = new Set(
  'a again an and any are arrive arrived arrives at be been bit bought but buy by buyer called card cards charge charged client customer customers deadline did digits do does double find for from got had happened has have he her his hold holds how i in is it its just little made may maybe me merchant might merchants money my named no not of off on or order ordered orders our paid payer payment payments please purchase says she shopper so some something still that the their there they this think to took transaction transactions tried twice us was we webhook webhooks were what when where which who why with worth'.split(
    ' ',
  ),
);

/** Parses a sentence. */
export function parseSearchQuery(input: string): SearchCriteria {
  const text = input.normalize('NFKC').trim().replace(/\s+/g, ' ');
  const criteria = structuredClone(emptyCriteria);
  if (!text) return criteria;
  let rest = text;
  const cutMatch = (pattern: RegExp): RegExpExecArray | null => {
    const match = pattern.exec(rest);
    if (match) rest = rest.slice(0, match.index) + gapMarker + rest.slice(match.index + match[0].length);
    return match;
  };
  const extract = (pattern: RegExp): string | undefined => {
    const match = cutMatch(pattern);
    return match?.[1] ?? match?.[0];
  };
  rest = extractIds(rest, criteria);
  for (let found = extract(email); found; found = extract(email))
    criteria.emails.push(trimPunctuation(found).toLowerCase());
  for (let found = extract(quoted); found; found = extract(quoted))
    criteria.references.push(createExactReference(found.trim()));
  for (let match = cutMatch(emailDomain); match; match = cutMatch(emailDomain)) {
    const domain = (match[1] ?? match[2]!).toLowerCase();
    criteria.emailDomains.push(domain);
    if (!match[1]) criteria.bareDomains.push(domain);
  }
  rest = rest.replace(listedReferences, (_, label: string, list: string) =>
    list.replace(/, ?(?:and |or )?| and | or /giu, ' ').replace(/[^ ]+/g, `${label} $&`),
  );
  const reason = findDeclineReason(rest);
  if (reason) {
    criteria.declineReason = { text: reason.text, codes: reason.codes };
    rest = rest.slice(0, reason.index) + gapMarker + rest.slice(reason.index + reason.text.length);
  }
  const maskedCard = cutMatch(maskedCardPattern);
  if (maskedCard) criteria.cardStart = maskedCard[1]!.replace(/\D/g, '').slice(0, 6);
  const partial = extractPartialReferences(rest, gapMarker);
  ({ rest } = partial);
  criteria.idStarts.push(...partial.idStarts);
  criteria.parts.push(...partial.parts);
  const cardEnding = maskedCard ? null : cutMatch(cardEndingPattern);
  criteria.lastFour = maskedCard?.[2] ?? cardEnding?.[1];
  const time = extractTime(rest, gapMarker);
  rest = time.rest;
  if (time.when) criteria.when = time.when;
  criteria.unclear.push(...time.unclear);
  for (let found = extract(unclearDate); found; found = extract(unclearDate))
    criteria.unclear.push({
      text: found,
      hint: 'This date is ambiguous.',
      instead: listPossibleDates(found),
    });
  rest = rest.replace(spacedReference, (all: string, letters: string, digits: string) => {
    if (isCurrency(letters) || brandPatterns.some(([brand]) => brand.test(letters))) return all;
    criteria.references.push(expandReference(`${letters}-${digits}`));
    return gapMarker;
  });
  const money = extractAmount(rest, gapMarker);
  rest = money.rest;
  if (money.amount) criteria.amount = money.amount;
  for (let match = cutMatch(labeledReference); match; match = cutMatch(labeledReference))
    criteria.references.push(expandReference(trimPunctuation(match[2]!), match[1]));
  if (!money.amount) {
    const currency = extractCurrency(rest, gapMarker);
    ({ rest } = currency);
    if (currency.codes) criteria.currencies = currency.codes;
  }
  criteria.brand = brandPatterns.find(([pattern]) => extract(pattern))?.[1];
  if (cardEnding && !criteria.brand && /^(?:end|\.{3})/i.test(cardEnding[0])) criteria.isOpenEnding = true;
  criteria.status = statusPatterns.find(([pattern]) => extract(pattern))?.[1];
  criteria.environment = environmentPatterns.find(([pattern]) => extract(pattern))?.[1];
  if (extract(payoutPattern)) criteria.isOfPayout = true;
  criteria.payer = extract(labeledPayer)?.split(' ');
  classifyRemainingTerms(rest, criteria);
  limitSpellings(criteria);
  if (/^\p{L}[\p{L}'’.&-]*(?: [\p{L}&][\p{L}'’.&-]*){0,5}$/u.test(text) && text !== criteria.name.join(' '))
    criteria.title = text.split(' ');
  if (
    !/\s/.test(text) &&
    !criteria.ids.length &&
    !criteria.emails.length &&
    !criteria.emailDomains.length &&
    !criteria.references.some((one) => one.text === text)
  )
    criteria.singleTerm = text;
  // A number alone is looked up in both ways anyway.
  if (criteria.singleTerm) delete criteria.bareNumber;
  return criteria;
}

function extractIds(text: string, criteria: SearchCriteria): string {
  return text.replace(
    /(?<![\p{L}\p{N}_])([a-z]{2,4})_[0-9a-z]{36}(?![\p{L}\p{N}_])/giu,
    (matchedText, prefix: string) => {
      const [id, kind] = [
        matchedText.toLowerCase(),
        Object.hasOwn(idKinds, prefix.toLowerCase())
          ? idKinds[prefix.toLowerCase() as keyof typeof idKinds]
          : undefined,
      ];
      if (!kind || !isId(prefix.toLowerCase() as keyof typeof idKinds, id)) return matchedText;
      criteria.ids.push({ kind, id });
      return gapMarker;
    },
  );
}

/**
 * Word by word: a word with a digit is a card's last four, an amount or a reference; other words are names.
 */
function classifyRemainingTerms(rest: string, criteria: SearchCriteria): void {
  // The commas of "21,30" and "1,250" belong to the amount.
  for (const raw of rest.split(/(?:[\s¦;()!?]|,(?!\d{2,3}(?!\d))|(?<!\d),|(?<=\d{4}),(?=\d{3}))+/u)) {
    // An amount that was paid back is written with a sign.
    const token = trimPunctuation(raw).replace(/^[-−](?=\d[\d.,'’]*$)/, '');
    if (!token) continue;
    const amount = criteria.amount ? null : parseBareAmount(token);
    if (/^\d{4}$/.test(token) && !criteria.lastFour) criteria.lastFour = token;
    else if (amount) {
      criteria.amount = amount;
      if (/^\d{5,}$/.test(token)) criteria.bareNumber = token;
    } else if (/\d/.test(token)) criteria.references.push(expandReference(token.replace(/^#/, '')));
    else if (!fillerTerms.has(token.toLowerCase()) && /\p{L}/u.test(token)) criteria.name.push(token);
  }
}

/** Each spelling is looked up at every merchant, so with many references each gets fewer spellings. */
function limitSpellings(criteria: SearchCriteria): void {
  const [references, others] = [
    criteria.references.slice(0, maximumSpellings),
    criteria.references.slice(maximumSpellings),
  ];
  const each = Math.floor(maximumSpellings / references.length);
  criteria.references = references.map(({ spellings, ...reference }) => ({
    ...reference,
    spellings: spellings.slice(0, each),
  }));
  criteria.unclear.push(
    ...others.map(({ text }) => ({ text, hint: 'Too many references. Search for this one separately.' })),
  );
}

const trimPunctuation = (text: string) => text.replace(/^[.,:;'’]{1,9}|[.,:;'’]{1,9}$/gu, '');

/** Whether few payments of all merchants match this. */
export function isSelectiveSearch({
  lastFour,
  amount,
  references,
  emails,
  parts,
  idStarts,
}: SearchCriteria): boolean {
  return Boolean(lastFour ?? amount) || [references, emails, parts, idStarts].some((list) => list.length > 0);
}

/** Whether anything was said that distinguishes payments. */
export function describesPayment(criteria: SearchCriteria): boolean {
  const { brand, currencies, when, status, declineReason, payer, emailDomains } = criteria;
  return (
    isSelectiveSearch(criteria) ||
    Boolean(brand ?? currencies ?? when ?? status ?? declineReason ?? payer) ||
    emailDomains.length > 0
  );
}

/**
 * The same search with what references start or end with. Null without a reference. A quoted one is meant exactly, unless a
 * named merchant doesn't have it.
 */
export function relaxReferences(
  criteria: SearchCriteria,
  { isOfMerchant = false } = {},
): SearchCriteria | null {
  const { references, singleTerm, parts } = criteria;
  const toPart = (text: string): PartialReference => ({ text, positions: ['start', 'end'] });
  const canBePart = (text: string) => text.length >= minimumPartLength;
  if (references.length)
    return references.every(({ text, isExact }) => (isOfMerchant || !isExact) && canBePart(text))
      ? { ...criteria, references: [], parts: [...parts, ...references.map(({ text }) => toPart(text))] }
      : null;
  return singleTerm &&
    canBePart(singleTerm) &&
    /\d/.test(singleTerm) &&
    !parts.length &&
    !criteria.idStarts.length
    ? { ...emptyCriteria, parts: [toPart(singleTerm)] }
    : null;
}
