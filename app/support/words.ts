import type { CardBrand } from '~/platform/card-brands';
import { isId } from '~/platform/ids';
import type { Environment } from '~/platform/environment';
import { bareAmount, takeAmount, type SaidAmount } from './money-words';
import { exactReference, looseReference, type Reference } from './references';
import { brandWords, environmentWords, statusWords, type StatusName } from './state-words';
import { takeTime, unclearDate } from './time-words';
import type { Unclear, When } from './when';

// Pure: what a caller says, taken apart. Nothing is looked up here.

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
} as const;
export type IdKind = (typeof idKinds)[keyof typeof idKinds];

/** What was understood of a text. Several of one kind are any of them; different kinds hold together. */
export type Said = {
  ids: { kind: IdKind; id: string }[];
  emails: string[];
  /** Whole external_ids or order_ids. */
  references: Reference[];
  /** The text, where it is a single word: whatever else it says, a merchant's reference may be called so. */
  alone?: string;
  lastFour?: string;
  brand?: CardBrand;
  amount?: SaidAmount;
  when?: When;
  status?: StatusName;
  environment?: Environment;
  /** All of it, where it could be a name as a whole, whatever else its words say: "Sun Coffee". */
  title?: string[];
  /** What is left: words of a name, of a merchant or a person. */
  name: string[];
  /** What could mean two things and was left out. */
  unclear: Unclear[];
};

export const nothing: Said = { ids: [], emails: [], references: [], name: [], unclear: [] };

/** Between what was taken out: words around it do not belong together. */
const gap = ' ¦ ';

/** Of all references of a search together. */
const mostSpellings = 60;

export const cardEnding =
  /(?<![\p{L}\p{N}])(?:(?:card(?: number)? )?(?:last (?:four|4)(?: digits)?|end(?:ing|s|ed)?(?: in| with)?|final four)[: ]*(?:are |is |were )?|[•*x#.…]{2,16}[ -]{0,3})(\d{4})(?!\d)/iu;
const email = /(?<![^\s,;<>()¦])[^\s@,;<>()¦]{1,64}@[^\s@,;<>()¦]{3,190}/u;
const quoted = /["“”]([^"“”]+)["“”]/u;
const labelled =
  /(?<![\p{L}\p{N}])(order|external|reference|ref|invoice|booking)(?:[ _-]?(?:id|no|nr|number))?(?:\.? *[:#=] *|\.? +)((?=[^ ]*\d)[\p{L}\p{N}][\p{L}\p{N}_./-]*)/iu;
const filler = new Set(
  'a an and any are at be been but by buyer called card cards charge charged client customer customers did digits do does find for from got had happened has have he her his how i in is it its made may me merchant might merchants money my named no not of off on or our paid payer payment payments please purchase says she shopper that the their there they this to transaction transactions us was we were what when where which who why with worth'.split(
    ' ',
  ),
);

/** Takes a sentence apart. */
export function understandWords(typed: string): Said {
  const text = typed.normalize('NFKC').trim().replace(/\s+/g, ' ');
  const said: Said = { ids: [], emails: [], references: [], name: [], unclear: [] };
  if (!text) return said;
  let rest = text;
  const cut = (pattern: RegExp): RegExpExecArray | null => {
    const match = pattern.exec(rest);
    if (match) rest = rest.slice(0, match.index) + gap + rest.slice(match.index + match[0].length);
    return match;
  };
  const take = (pattern: RegExp): string | undefined => {
    const match = cut(pattern);
    return match?.[1] ?? match?.[0];
  };
  rest = takeIds(rest, said);
  for (let found = take(email); found; found = take(email)) said.emails.push(trimmed(found).toLowerCase());
  for (let found = take(quoted); found; found = take(quoted))
    said.references.push(exactReference(found.trim()));
  said.lastFour = take(cardEnding);
  const time = takeTime(rest, gap);
  rest = time.rest;
  if (time.when) said.when = time.when;
  said.unclear.push(...time.unclear);
  for (let found = take(unclearDate); found; found = take(unclearDate))
    said.unclear.push({ text: found, hint: 'It could be two days: write 3 May or 2026-05-03.' });
  const money = takeAmount(rest, gap);
  rest = money.rest;
  if (money.amount) said.amount = money.amount;
  for (let match = cut(labelled); match; match = cut(labelled))
    said.references.push(looseReference(trimmed(match[2]!), match[1]));
  said.brand = brandWords.find(([pattern]) => take(pattern))?.[1];
  said.status = statusWords.find(([pattern]) => take(pattern))?.[1];
  said.environment = environmentWords.find(([pattern]) => take(pattern))?.[1];
  readRest(rest, said);
  shareSpellings(said);
  if (/^\p{L}[\p{L}'’.&-]*(?: [\p{L}&][\p{L}'’.&-]*){0,5}$/u.test(text) && text !== said.name.join(' '))
    said.title = text.split(' ');
  if (
    !/\s/.test(text) &&
    !said.ids.length &&
    !said.emails.length &&
    !said.references.some((one) => one.text === text)
  )
    said.alone = text;
  return said;
}

function takeIds(text: string, said: Said): string {
  return text.replace(
    /(?<![\p{L}\p{N}_])([a-z]{2,4})_[0-9a-z]{36}(?![\p{L}\p{N}_])/giu,
    (whole, prefix: string) => {
      const [id, kind] = [
        whole.toLowerCase(),
        Object.hasOwn(idKinds, prefix.toLowerCase())
          ? idKinds[prefix.toLowerCase() as keyof typeof idKinds]
          : undefined,
      ];
      if (!kind || !isId(prefix.toLowerCase() as keyof typeof idKinds, id)) return whole;
      said.ids.push({ kind, id });
      return gap;
    },
  );
}

/** Words one by one: what holds a figure is a card's ending, an amount or a reference; the others are names. */
function readRest(rest: string, said: Said): void {
  for (const raw of rest.split(/[\s¦,;()!?]+/u)) {
    const token = trimmed(raw);
    if (!token) continue;
    if (/^\d{4}$/.test(token) && !said.lastFour) said.lastFour = token;
    else if (/^\d{1,8}(?:[.,]\d{1,3})?$/.test(token) && !said.amount && bareAmount(token))
      said.amount = bareAmount(token)!;
    else if (/\d/.test(token)) said.references.push(looseReference(token.replace(/^#/, '')));
    else if (!filler.has(token.toLowerCase()) && /\p{L}/u.test(token)) said.name.push(token);
  }
}

/** Each spelling is looked up at every merchant: of many references each has fewer. */
function shareSpellings(said: Said): void {
  const [references, others] = [
    said.references.slice(0, mostSpellings),
    said.references.slice(mostSpellings),
  ];
  const each = Math.floor(mostSpellings / references.length);
  said.references = references.map(({ text, spellings }) => ({ text, spellings: spellings.slice(0, each) }));
  said.unclear.push(
    ...others.map(({ text }) => ({ text, hint: 'There are too many references: search for it by itself.' })),
  );
}

const trimmed = (text: string) => text.replace(/^[.,:;'’]{1,9}|[.,:;'’]{1,9}$/gu, '');

/** Whether few payments of all merchants are like this. */
export function saysOfFew({ lastFour, amount, references, emails }: Said): boolean {
  return Boolean(lastFour ?? amount) || references.length > 0 || emails.length > 0;
}

/** Whether anything was said by which a payment can be told from others. */
export function saysPayment(said: Said): boolean {
  return saysOfFew(said) || Boolean(said.brand ?? said.when ?? said.status);
}
