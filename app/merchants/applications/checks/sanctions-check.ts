import { config } from '~/platform/config/config.server';
import { log } from '~/platform/observability/log';
import { digest } from '~/platform/secrets/secrets.server';
import { formatPersonName, type ApplicationContents } from '~/merchants/applications/answers/review-items';
import type { OutsideCheck } from './outside-check';
import { findListMatches, findListVersion, loadSanctionsList, type ListMatch } from './sanctions-list';
import type { SanctionsMatch } from './sanctions-match';

/** More candidates than this for one name say nothing about any of them. */
const maximumMatches = 20;

/** Compares the business and its people with the operator's sanctions list. Without a file, it isn't set up. */
export const createSanctionsCheck = (path = config.sanctionsList): OutsideCheck => ({
  kind: 'sanctions',
  findVersion: async () => (path ? findListVersion(path).catch(() => 'missing') : null),
  run: async (contents) => {
    try {
      const list = await loadSanctionsList(path!);
      const matches: SanctionsMatch[] = [];
      for (const checked of listNames(contents))
        for (const found of (await findListMatches(list, checked.name, checked)).slice(0, maximumMatches))
          matches.push(toSanctionsMatch(checked, found));
      return { findings: [], matches };
    } catch (error) {
      log.error('reading the sanctions list', error);
      return 'unavailable';
    }
  },
});

function toSanctionsMatch(
  { itemKey, name, birthDate = '' }: CheckedName,
  { entry: { id, birthDates, countries, programs }, name: listedName, similarity }: ListMatch,
): SanctionsMatch {
  return {
    id: digest(`${itemKey} ${name} ${birthDate} ${id}`),
    itemKey,
    name,
    entry: { id, name: listedName, birthDates, countries, programs },
    similarity,
  };
}

type CheckedName = { itemKey: string; name: string; isPerson: boolean; birthDate?: string };

function listNames({ answers, people }: ApplicationContents): CheckedName[] {
  const isSoleTrader = answers.business_form === 'sole_trader';
  const businessNames = ['legal_name', 'trading_name'].flatMap((itemKey) =>
    answers[itemKey] && !(isSoleTrader && itemKey === 'legal_name')
      ? [{ itemKey, name: answers[itemKey], isPerson: false }]
      : [],
  );
  return [
    ...businessNames,
    ...people.map((person) => ({
      itemKey: `person:${person.id}`,
      name: formatPersonName(person),
      isPerson: true,
      birthDate: person.answers.person_birth_date,
    })),
  ];
}
