// Pure: finds parts of IDs and of merchants' references, as callers read them out.

/** `text` is where an ID, an external_id, or an order_id starts or ends, in any case. */
export type PartialReference = { text: string; positions: readonly ('start' | 'end')[] };

/** The first characters of one of our IDs, which contain its time. */
export type IdStart = { prefix: 'trx' | 'int'; text: string };

/** Shorter parts occur in too many IDs. */
export const minimumPartLength = 3;

const part = `[\\p{L}\\p{N}][\\p{L}\\p{N}_/-]{${minimumPartLength - 1},63}`;
const label =
  '(?:order|reference|ref|external|invoice|booking|transaction|payment|intent|id)(?:[ _-]?(?:id|no\\.?|nr|number|reference))?';
const position = (verb: string) => `(?:that |which |it )?(?:${verb})(?: in| on| with)`;
const compile = (pattern: string) => new RegExp(`(?<![\\p{L}\\p{N}_-])${pattern}(?![\\p{L}\\p{N}_])`, 'iu');

const idStart = compile('(trx|int)_([0-9a-z]{2,35})(?:\\.{2,3}|\\*)?([0-9a-z]{3,36})?');
/** A part without a label has a digit, because "ends in March" means something else. Four digits alone are a card's. */
const endings = [
  compile(`${label},? ${position('ends?|ending|ended')} (${part})`),
  compile(`${position('ends?|ending|ended')} (?!\\d{4}(?![\\p{L}\\p{N}_/-]))((?=[^ ]*\\d)${part})`),
  compile(
    `last (?:few |\\p{L}+ |\\d )?(?:characters?|letters?|symbols)(?: of (?:the |his |her |my )?(?:${label}))?(?: are| is| were|:)? (${part})`,
  ),
  new RegExp(`(?<![\\p{L}\\p{N}_.])(?:\\.{3}|\\*) ?(?!\\d{4}(?![\\p{L}\\p{N}_/-]))(${part})`, 'iu'),
];
const starts = [
  compile(`${label},? ${position('starts?|starting|begins?|beginning')} (${part})`),
  compile(`${position('starts?|starting|begins?|beginning')} (?!\\d{4}-\\d\\d-\\d\\d)((?=[^ ]*\\d)${part})`),
  compile(`(?!\\d{4}\\.)((?=[^ ]*\\d)${part})(?:\\.{3}|\\*)`),
];

/**
 * The parts of IDs and references in a text whose "…" is written as "...", and the rest of the text.
 * @param gap replaces them
 */
export function extractPartialReferences(
  text: string,
  gap: string,
): { idStarts: IdStart[]; parts: PartialReference[]; rest: string } {
  const found: { idStarts: IdStart[]; parts: PartialReference[] } = { idStarts: [], parts: [] };
  let rest = text;
  const extractAll = (pattern: RegExp, read: (match: RegExpExecArray) => void) => {
    for (let match = pattern.exec(rest); match; match = pattern.exec(rest)) {
      read(match);
      rest = rest.slice(0, match.index) + gap + rest.slice(match.index + match[0].length);
    }
  };
  extractAll(idStart, ([, prefix, start, end]) => {
    found.idStarts.push({
      prefix: prefix!.toLowerCase() as IdStart['prefix'],
      text: `${prefix}_${start}`.toLowerCase(),
    });
    if (end) found.parts.push({ text: end, positions: ['end'] });
  });
  for (const pattern of endings)
    extractAll(pattern, ([, text]) => found.parts.push({ text: text!, positions: ['end'] }));
  for (const pattern of starts)
    extractAll(pattern, ([, text]) => found.parts.push({ text: text!, positions: ['start'] }));
  return { ...found, rest };
}
