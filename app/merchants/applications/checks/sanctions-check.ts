import { config } from '~/platform/config/config.server';
import { log } from '~/platform/observability/log';
import { digest } from '~/platform/secrets/secrets.server';
import { formatPersonName, type ApplicationContents } from '~/merchants/applications/answers/review-items';
import type { CheckFinding } from './check-finding';
import { splitBusinessName } from './names';
import type { OutsideCheck } from './outside-check';
import { findListMatches, findListVersion, loadSanctionsList, type ListMatch } from './sanctions-list';
import type { SanctionsMatch } from './sanctions-match';

/** The most candidates for one name that a reviewer can be expected to compare. More are a finding. */
const maximumMatches = 100;

/** Compares the business, its people, and the account holder with the operator's sanctions list. Without a file, it isn't set up. */
export const createSanctionsCheck = (path = config.sanctionsList): OutsideCheck => ({
  kind: 'sanctions',
  findVersion: async () => (path ? findListVersion(path).catch(() => 'missing') : null),
  run: async (contents) => {
    try {
      const list = await loadSanctionsList(path!);
      const findings: CheckFinding[] = [];
      const matches = new Map<string, SanctionsMatch>();
      for (const checked of listNames(contents)) {
        const found = await findListMatches(list, checked.name, checked);
        if (found.length > maximumMatches)
          findings.push({
            itemKey: checked.itemKey,
            result: 'attention',
            text: `${found.length} entries on the sanctions list resemble this name. Only the ${maximumMatches} most similar ones are listed.`,
          });
        for (const match of found.slice(0, maximumMatches).map((entry) => toSanctionsMatch(checked, entry)))
          matches.set(match.id, match);
      }
      return { findings, matches: [...matches.values()] };
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
  const toName = (itemKey: string, isPerson: boolean): CheckedName[] =>
    answers[itemKey] ? [{ itemKey, name: answers[itemKey], isPerson }] : [];
  const names: CheckedName[] = [
    ...(isSoleTrader ? [] : toName('legal_name', false)),
    ...toName('trading_name', false),
    ...people.map((person) => ({
      itemKey: `person:${person.id}`,
      name: formatPersonName(person),
      isPerson: true,
      birthDate: person.answers.person_birth_date,
    })),
  ];
  // Usually these are the same names again.
  for (const name of [
    ...(isSoleTrader ? toName('legal_name', true) : []),
    ...toName('account_holder', false),
    ...toName('account_holder', true),
  ])
    if (!names.some((other) => other.isPerson === name.isPerson && isSameName(other.name, name.name)))
      names.push(name);
  return names;
}

function isSameName(one: string, other: string): boolean {
  const [parts, otherParts] = [one, other].map((name) => splitBusinessName(name).sort().join(' '));
  return parts === otherParts;
}
