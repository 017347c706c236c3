const token =
  /[ \t\n\r]*(?:("(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|([{}[\],:]))/y;

/** What can follow: a value, a name, a comma, and so on. "}" and "]" end the object or list. */
type Expected = 'value' | 'first value' | 'name' | 'first name' | ':' | ',' | 'nothing';

/**
 * The position of the first character that can't be part of JSON, or the text's length if it ends too early. JSON.parse
 * reports a position only for some errors, and quotes the text around it.
 */
export function findSyntaxError(text: string): number {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let position = 0;
  for (;;) {
    token.lastIndex = position;
    const match = token.exec(text);
    const start = match
      ? token.lastIndex - (match[1] ?? match[2] ?? match[3])!.length
      : skipSpace(text, position);
    const next: Expected | null = match && findNext(match, expected, open);
    if (!next) return start;
    expected = next;
    position = token.lastIndex;
  }
}

const skipSpace = (text: string, position: number) =>
  position + /^[ \t\n\r]*/.exec(text.slice(position))![0].length;

/** What can follow the token. Null when the token can't be here. */
function findNext(
  [, text, literal, sign]: RegExpExecArray,
  expected: Expected,
  open: ('{' | '[')[],
): Expected | null {
  const afterValue = (): Expected => (open.length ? ',' : 'nothing');
  const isValueExpected = expected === 'value' || expected === 'first value';
  if (text && (expected === 'name' || expected === 'first name')) return ':';
  if (text ?? literal) return isValueExpected ? afterValue() : null;
  if (sign === '{' || sign === '[') {
    if (!isValueExpected) return null;
    open.push(sign);
    return sign === '{' ? 'first name' : 'first value';
  }
  if (sign === ':') return expected === ':' ? 'value' : null;
  if (sign === ',') return expected === ',' ? (open.at(-1) === '{' ? 'name' : 'value') : null;
  const [opening, empty] = sign === '}' ? (['{', 'first name'] as const) : (['[', 'first value'] as const);
  if (open.at(-1) !== opening || (expected !== ',' && expected !== empty)) return null;
  open.pop();
  return afterValue();
}
