import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import {
  applicationKeyKinds,
  replaceSearchKeys,
  type SearchKey,
  type SearchKeyKind,
} from '~/merchants/accounts/search-keys';
import { findDigests } from '~/documents/current-documents';
import type { Database } from '~/platform/database/db.server';
import { parseUrl, withoutWww } from '~/platform/http/parse-url';
import { formatPersonName, type ApplicationContents } from './answers/review-items';
import { normalizeAccountNumber } from './questions/answer-validation';
import { isApplicable } from './questions/question';
import { allQuestions } from './questions/questions';

/** Stores what finds other applications of the same business, its people, or its contact details. */
export async function writeApplicationSearchKeys(
  db: Database,
  accountId: string,
  contents: ApplicationContents,
): Promise<void> {
  const digests = await findDigests(
    contents.documents.map(({ id }) => id),
    db,
  );
  await replaceSearchKeys(db, accountId, applicationKeyKinds, [
    ...listAnswerKeys(contents),
    ...contents.people.map((person) => ({
      kind: 'person' as const,
      text: `${normalizeForSearch(formatPersonName(person))} ${person.answers.person_birth_date}`,
    })),
    ...digests.map((text) => ({ kind: 'document' as const, text })),
  ]);
}

/** Answers to questions that are no longer asked don't count. */
function listAnswerKeys({ answers }: ApplicationContents): SearchKey[] {
  const applicableAnswers = Object.fromEntries(
    allQuestions
      .filter((question) => isApplicable(question, answers))
      .map(({ name }) => [name, answers[name]?.trim()]),
  );
  const {
    country,
    registration_number: registrationNumber,
    tax_number: taxNumber,
    account_number: accountNumber,
    bank_country: bankCountry,
    bank_code: bankCode = '',
    website,
    contact_email: email,
    contact_phone: phone,
    address_line: street,
    postal_code: postalCode = '',
    city = '',
  } = applicableAnswers;
  const texts: Partial<Record<SearchKeyKind, string | false>> = {
    registration_number: !!registrationNumber && `${country} ${normalizeForSearch(registrationNumber)}`,
    tax_number: !!taxNumber && `${country} ${normalizeTaxNumber(taxNumber, country)}`,
    bank_account:
      !!accountNumber &&
      `${bankCountry} ${normalizeForSearch(bankCode)} ${normalizeAccountNumber(accountNumber)}`,
    website: !!website && normalizeWebsite(website),
    email: !!email && email.toLowerCase(),
    phone: !!phone && (parsePhoneNumberFromString(phone)?.number ?? normalizeForSearch(phone)),
    address: !!street && `${country} ${normalizeForSearch(postalCode || city)} ${normalizeForSearch(street)}`,
  };
  return Object.entries(texts).flatMap(([kind, text]) =>
    text ? [{ kind: kind as SearchKeyKind, text }] : [],
  );
}

/** A VAT number is the same with and without the country's code. */
function normalizeTaxNumber(taxNumber: string, country: string | undefined): string {
  const normalized = normalizeForSearch(taxNumber);
  const prefix = country?.toLowerCase() ?? '';
  return prefix && normalized.startsWith(prefix) ? normalized.slice(prefix.length) : normalized;
}

/** Sites where each business has a page of its own. */
const sharedSites =
  /(?:^|\.)(?:facebook|instagram|tiktok|youtube|linkedin|x|twitter|pinterest|etsy|ebay|amazon|linktr|wa)\.[a-z.]{2,6}$/;

/** The host, and on a shared site the page: "www.", language paths, and a final slash make no other website. */
function normalizeWebsite(website: string): string {
  const url = parseUrl(website);
  if (!url) return website.toLowerCase();
  const host = withoutWww(url.hostname);
  return sharedSites.test(host) ? `${host}${url.pathname.replace(/\/$/, '').toLowerCase()}` : host;
}

function normalizeForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}
