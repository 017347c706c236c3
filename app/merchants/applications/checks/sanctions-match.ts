/** A name of an application that resembles an entry of a sanctions list. A reviewer decides whether it is the same. */
export type SanctionsMatch = {
  /** The same for the same name and entry in the next round. */
  id: string;
  /** As in `ReviewItem`. */
  itemKey: string;
  /** The name in the application. */
  name: string;
  entry: {
    /** In the list. */
    id: string;
    /** The most similar of its names. */
    name: string;
    birthDates: string[];
    /** ISO 3166 codes in uppercase. */
    countries: string[];
    /** What sanctions it, as the list says. */
    programs: string;
  };
  /** How much of the names is the same, from 0 to 1. */
  similarity: number;
};

export type ScreenedMatch = SanctionsMatch & { isCleared: boolean };

/**
 * Whether an application was compared with the sanctions list, and what it resembles. `off`: there's no list. `unavailable`:
 * the list can't be read.
 */
export type Screening = {
  state: 'off' | 'pending' | 'unavailable' | 'done';
  matches: ScreenedMatch[];
};

/** The matches without a decision. */
export function listOpenMatches({ matches }: Screening): ScreenedMatch[] {
  return matches.filter(({ isCleared }) => !isCleared);
}

/** Why a screening blocks an approval, or null. */
export function findScreeningObstacle(screening: Screening): 'not_screened' | 'open_matches' | null {
  if (screening.state === 'pending' || screening.state === 'unavailable') return 'not_screened';
  return listOpenMatches(screening).length ? 'open_matches' : null;
}
