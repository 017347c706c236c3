import { distance } from 'fastest-levenshtein';

const legalForms = new Set(
  'ab ag and aps as bv co company corp corporation eg ek et ev gbr gmbh inc incorporated kg kgaa limited llc llp lp ltd mbh nv ohg oy oyj plc pte pty sa sarl sas se sl spa srl srls the ug und'.split(
    ' ',
  ),
);

/** The parts of a person's name in lowercase, without accents and punctuation. */
export function splitPersonName(name: string): string[] {
  return (
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      // "S.A.R.L." and "O'Brien" are one word each.
      .replace(/[.'’]/g, '')
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
  );
}

/** The same of a business's name, without legal forms such as GmbH. */
export function splitBusinessName(name: string): string[] {
  const parts = splitPersonName(name);
  const withoutForms = parts.filter((part) => !legalForms.has(part));
  return withoutForms.length ? withoutForms : parts;
}

/** Short ones must be equal. Of longer ones, one letter in five can differ, as in transliterations. */
function isSameNamePart(one: string, other: string): boolean {
  if (one === other) return true;
  const longer = Math.max(one.length, other.length);
  const allowed = Math.floor(longer / 5);
  // The distance is at least the difference of the lengths, which rules out most pairs at once.
  return allowed > 0 && Math.abs(one.length - other.length) <= allowed && distance(one, other) <= allowed;
}

/** How much of two names is the same, from 0 to 1, in whatever order their parts are. */
export function compareNames(one: readonly string[], other: readonly string[]): number {
  const rest = [...other];
  let same = 0;
  for (const part of one) {
    const index = rest.findIndex((candidate) => isSameNamePart(part, candidate));
    if (index < 0) continue;
    rest.splice(index, 1);
    same++;
  }
  return same / Math.max(one.length, other.length, 1);
}
