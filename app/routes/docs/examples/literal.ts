/** How a language writes values. */
export type Syntax = {
  /** A text, whose variables are at odd indexes. */
  text: (parts: string[]) => string;
  /** A member's name and what separates it from its value. */
  key: (name: string) => string;
  object: readonly [start: string, end: string];
  emptyObject: string;
  margin: string;
  trailingComma: '' | ',';
  constants?: Record<string, string>;
};

const maximumWidth = 76;

/** The parts of a text: literal ones at even indexes, and names of variables (`{{trx_id}}`) at odd ones. */
export const splitVariables = (text: string): string[] => text.split(/\{\{(\w+)\}\}/);

/** A text whose parts are written as a language requires. */
export const joinParts = (
  parts: string[],
  writeText: (text: string) => string,
  writeVariable: (name: string) => string,
): string => parts.map((part, index) => (index % 2 ? writeVariable(part) : writeText(part))).join('');

/** The variable that is all of a text. */
export const findOnlyVariable = (parts: string[]): string | undefined =>
  parts.length === 3 && !parts[0] && !parts[2] ? parts[1] : undefined;

/** A JSON value in a language's syntax, on one line if it fits. `prefix` is before it on its first line. */
export function writeLiteral(value: unknown, syntax: Syntax, margin = '', prefix = ''): string {
  if (typeof value === 'string') return syntax.text(splitVariables(value));
  if (typeof value !== 'object' || value === null)
    return syntax.constants?.[String(value)] ?? JSON.stringify(value);
  const isList = Array.isArray(value);
  const [start, end] = isList ? ['[', ']'] : syntax.object;
  const inner = margin + syntax.margin;
  const members = isList
    ? value.map((item) => writeLiteral(item, syntax, inner))
    : Object.entries(value).map(([name, member]) => {
        const key = syntax.key(name);
        return key + writeLiteral(member, syntax, inner, key);
      });
  if (!members.length) return isList ? '[]' : syntax.emptyObject;
  const line = `${start}${members.join(', ')}${end}`;
  if (!line.includes('\n') && margin.length + prefix.length + line.length <= maximumWidth) return line;
  const lines = members.map((member) => inner + member).join(',\n');
  return `${start.trimEnd()}\n${lines}${syntax.trailingComma}\n${margin}${end.trimStart()}`;
}
