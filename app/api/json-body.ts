import { createMiddleware } from 'hono/factory';
import type { ApiEnv } from './api-env';
import { problem } from './problem';

const maximumDepth = 16;

/**
 * Refuses a body that two readers could read in two ways: a name that stands twice in one object, where one takes the
 * first value and another the last, and `__proto__`, which is no name to some (threat T24). So too one nested without end.
 */
export const requirePlainJson = createMiddleware<ApiEnv>(async (c, next) => {
  if (c.req.method !== 'POST') return next();
  const text = await c.req.text();
  // What is no JSON at all is told by the parser, which reads it next.
  const fault = isJson(text) ? findFault(text) : null;
  return fault ? problem(c, 'malformed_json', { detail: fault }) : next();
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:]/gs;

/** What is wrong with well-formed JSON; null when nothing is. */
export function findFault(text: string): string | null {
  const open: (Set<string> | null)[] = [];
  let last = '';
  for (const [token] of text.matchAll(tokens)) {
    if (token === '{' || token === '[') open.push(token === '{' ? new Set() : null);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const names = open.at(-1)!;
      const name = JSON.parse(last) as string;
      if (name === '__proto__') return 'The name __proto__ is not allowed.';
      if (names!.has(name)) return 'A name stands twice in one object.';
      names!.add(name);
    }
    if (open.length > maximumDepth) return `Objects and lists may be nested ${maximumDepth} deep.`;
    last = token;
  }
  return null;
}
