import { createMiddleware } from 'hono/factory';
import type { ApiEnv } from '~/api/api-env';
import { respondWithProblem } from '~/api/replies/problem';
import { findSyntaxError } from './json-syntax';

const json = /^application\/json\s*(;|$)/i;
const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i;

/** Rejects a body with another content type than JSON in UTF-8. */
export const requireJsonType = createMiddleware<ApiEnv>(async (c, next) => {
  const type = c.req.header('content-type') ?? '';
  const isUtf8 = /^utf-?8$/i.test(charset.exec(type)?.[1] ?? 'utf-8');
  const isPlain = /^identity$/i.test(c.req.header('content-encoding') ?? 'identity');
  if (!json.test(type) || !isUtf8 || !isPlain) return respondWithProblem(c, 'unsupported_media_type');
  // The router is stricter about parameters, for example about the semicolon in "application/json;".
  if (type !== 'application/json') c.req.raw.headers.set('content-type', 'application/json');
  return next();
});

/** Reads an absent body as an empty object, whatever its content type. */
export const acceptEmptyBody = createMiddleware<ApiEnv>(async (c, next) => {
  if (!(await c.req.arrayBuffer()).byteLength) {
    c.req.raw.headers.set('content-type', 'application/json');
    c.req.raw.headers.delete('content-encoding');
    c.set('hasNoBody', true);
    c.req.bodyCache = { text: Promise.resolve('{}') as never };
  }
  return next();
});

const maximumDepth = 16;

// A lenient decoder replaces every invalid byte with the same character, which would make two identifiers
// equal (threat T24).
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Rejects bodies that aren't JSON, and those that parsers read differently: with duplicate names, of which some
 * take the first value and others the last, or with `__proto__` (threat T24). Also rejects excessive nesting.
 */
export const requirePlainJson = createMiddleware<ApiEnv>(async (c, next) => {
  if (c.get('hasNoBody')) return next();
  const bytes = await c.req.arrayBuffer();
  c.set('bodyBytes', bytes.byteLength);
  const text = decode(bytes);
  if (text === null) return respondWithProblem(c, 'malformed_json', { detail: 'The body is not UTF-8.' });
  if (!text.trim()) return respondWithProblem(c, 'malformed_json', { detail: 'The body is empty.' });
  // From here on, the body is this text, so that nothing is decoded twice.
  c.set('bodyText', text);
  c.req.bodyCache = { text: Promise.resolve(text) as never };
  if (!isJson(text)) return respondWithProblem(c, 'malformed_json', { detail: describeSyntaxError(text) });
  const jsonProblem = findJsonProblem(text);
  return jsonProblem ? respondWithProblem(c, 'malformed_json', { detail: jsonProblem }) : next();
});

function decode(bytes: ArrayBuffer): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
  } catch {
    return false;
  }
  return true;
}

/** Where the error is, without its surroundings, which may contain card data (threat T15). */
function describeSyntaxError(text: string): string {
  const position = findSyntaxError(text);
  if (position >= text.trimEnd().length) return 'The JSON ends too early.';
  const lines = text.slice(0, position).split('\n');
  return `The JSON is invalid at line ${lines.length}, column ${lines.at(-1)!.length + 1}.`;
}

/** The fault in well-formed JSON. Null when there's none. */
export function findJsonProblem(text: string): string | null {
  // The names so far in each open object. Those of an array stay empty.
  const open: Set<string>[] = [];
  let lastString = '""';
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') {
      const end = findEndOfString(text, index);
      lastString = text.slice(index, end + 1);
      index = end;
    } else if (character === '{' || character === '[') {
      if (open.push(new Set()) > maximumDepth)
        return `Objects and arrays can be nested at most ${maximumDepth} levels deep.`;
    } else if (character === '}' || character === ']') open.pop();
    else if (character === ':') {
      // In well-formed JSON, colons occur only in objects, after a name.
      const names = open.at(-1)!;
      const name = lastString.includes('\\') ? (JSON.parse(lastString) as string) : lastString.slice(1, -1);
      if (name === '__proto__') return 'The name __proto__ isn’t allowed.';
      if (names.has(name)) return 'An object contains a duplicate name.';
      names.add(name);
    }
  }
  return null;
}

/** The position of the quotation mark that ends the string. */
function findEndOfString(text: string, start: number): number {
  let end = start + 1;
  while (text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  return end;
}
