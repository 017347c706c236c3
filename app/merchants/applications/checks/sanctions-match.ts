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
