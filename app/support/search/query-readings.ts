import { applyCorrections, correctKeyword, type Correction } from '~/support/query/keyword-corrections';
import { isSelectiveSearch, parseSearchQuery, type SearchCriteria } from '~/support/query/query-parser';
import {
  findMerchantsByExactName,
  findMerchantsByName,
  findPeopleByExactName,
  findPeopleByName,
} from './name-search';
import { pickClosestName, suggestNames } from './name-suggestions';
import { maximumResultsPerKind } from './record-search';
import { isSimilarSpelling } from './spelling';

// Looks up which words of a query are names.

/** A query with what its words name, and the names that they are spelled almost like. */
export type QueryReading = Names & {
  criteria: SearchCriteria;
  corrections: Correction[];
  /** Some words were not understood, so the name may not be a merchant's. */
  othersToo: boolean;
} & Awaited<ReturnType<typeof findSimilarNames>>;

type Names = {
  merchantMatches: Awaited<ReturnType<typeof findMerchantsByName>>;
  /** The merchants whose name is the whole text. */
  exactMatches: Awaited<ReturnType<typeof findMerchantsByName>>['found'];
  personMatches: Awaited<ReturnType<typeof findPeopleByName>>;
  /** Words that no merchant or person's name contains. */
  unmatchedTerms: string[];
};

/** Only this many words are corrected in a longer text. */
const maximumCorrections = 5;

/**
 * The query as written. If words are spelled almost like keywords and are nobody's name, also the query with these keywords.
 */
export async function readQuery(input: string): Promise<QueryReading[]> {
  const criteria = await parseWithNames(input);
  const names = await matchNames(criteria);
  const corrections = (names.exactMatches.length ? [] : names.unmatchedTerms)
    .map((word) => ({ word, keyword: correctKeyword(word) }))
    .filter((correction): correction is Correction => correction.keyword !== null)
    .slice(0, maximumCorrections);
  const complete = async (
    reading: Names & Pick<QueryReading, 'criteria' | 'corrections'>,
  ): Promise<QueryReading> => ({
    ...reading,
    othersToo:
      reading.merchantMatches.found.length > 0 &&
      reading.unmatchedTerms.length > 0 &&
      isSelectiveSearch(reading.criteria),
    ...(await findSimilarNames(reading)),
  });
  const asWritten = await complete({ criteria, corrections: [], ...names });
  if (!corrections.length) return [asWritten];
  const corrected = {
    ...(await parseWithNames(applyCorrections(input, corrections))),
    singleTerm: criteria.singleTerm,
  };
  return [asWritten, await complete({ criteria: corrected, corrections, ...(await matchNames(corrected)) })];
}

/** "Booking.com" is the domain of payers' email addresses, unless a merchant has that name. */
async function parseWithNames(input: string): Promise<SearchCriteria> {
  const criteria = parseSearchQuery(input);
  const { bareDomains } = criteria;
  const isMerchant = await Promise.all(
    bareDomains.map(async (domain) => (await findMerchantsByName([domain])).found.length > 0),
  );
  const names = bareDomains.filter((_, i) => isMerchant[i]);
  return {
    ...criteria,
    emailDomains: criteria.emailDomains.filter((domain) => !names.includes(domain)),
    name: [...criteria.name, ...names],
  };
}

async function matchNames({ name, title = [] }: SearchCriteria): Promise<Names> {
  const [merchantMatches, titleMatches, personMatches] = await Promise.all([
    findMerchantsByName(name),
    findMerchantsByName(title),
    findPeopleByName(name, maximumResultsPerKind),
  ]);
  const unmatchedTerms = name.filter(
    (word) => !merchantMatches.terms.includes(word) && !personMatches.terms.includes(word),
  );
  const merchants = includeMisspelledTerms(merchantMatches, unmatchedTerms);
  return {
    merchantMatches: { ...merchants, terms: name.filter((word) => merchants.terms.includes(word)) },
    exactMatches: titleMatches.terms.length === title.length ? titleMatches.found : [],
    personMatches,
    unmatchedTerms: unmatchedTerms.filter((word) => !merchants.terms.includes(word)),
  };
}

/** "Harbuor Tea": of the merchants that other words name, those with a name that the rest is spelled almost like. */
function includeMisspelledTerms(
  { found, terms }: Names['merchantMatches'],
  unmatchedTerms: readonly string[],
): Names['merchantMatches'] {
  const each = found.map((merchant) => ({
    merchant,
    misspelled: unmatchedTerms.filter((term) =>
      merchant.name.split(/[^\p{L}\p{N}]+/u).some((part) => isSimilarSpelling(term, part)),
    ),
  }));
  const most = Math.max(0, ...each.map(({ misspelled }) => misspelled.length));
  if (!most) return { found, terms };
  const closest = each.filter(({ misspelled }) => misspelled.length === most);
  const misspelled = closest.flatMap(({ misspelled }) => misspelled);
  return {
    found: closest.map(({ merchant }) => merchant),
    terms: [...terms, ...misspelled],
  };
}

/** What the words without a match may have meant, and the merchants and people with the closest name. */
async function findSimilarNames({
  criteria,
  merchantMatches: { found },
  exactMatches,
  unmatchedTerms,
}: Names & { criteria: SearchCriteria }) {
  const hasClearMerchant =
    exactMatches.length > 0 || (found.length > 0 && found.length <= maximumResultsPerKind);
  const near = await suggestNames(unmatchedTerms.length && !hasClearMerchant ? criteria.name : []);
  const closestMerchant = pickClosestName(near.merchants);
  const closestPerson = near.merchants.length ? null : pickClosestName(near.people);
  const [assumedMerchants, assumedPeople] = await Promise.all([
    findMerchantsByExactName(closestMerchant?.name),
    findPeopleByExactName(closestPerson?.name),
  ]);
  return { near, closestMerchant, closestPerson, assumedMerchants, assumedPeople };
}
