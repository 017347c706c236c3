import type { z } from '@hono/zod-openapi';
import { containsCardNumber } from '~/platform/cards/card-numbers';
import type { FieldError } from '~/api/replies/problem';
import { buildUnknownFieldError, buildUnknownParameterError } from './unknown-field';

type Issue = z.core.$ZodIssue;

const maximumErrors = 50;
const maximumNameLength = 64;
/** Longer names aren't searched for a card number, which takes long, and not repeated. */
const maximumSearchedLength = 256;

/**
 * The faults in a body or query: the first one for each field, with its path: `order.order_amount`,
 * `order.order_items.0.name`. Beyond 50 fields, the detail gives their number (docs/decisions/0009).
 * @param repeated for a query: the names of the parameters that it contains several times
 */
export function buildFieldErrors(
  error: { issues: readonly Issue[] },
  repeated?: readonly string[],
): { detail?: string; errors: FieldError[] } {
  const issues = error.issues.flatMap(flattenIssue);
  const found = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys
          .slice(0, maximumErrors)
          .map((key) =>
            repeated
              ? buildUnknownParameterError(toSafeName(key))
              : buildUnknownFieldError([...issue.path, toSafeName(key)].join('.'), issue.message),
          )
      : {
          field: issue.path.join('.'),
          code: getErrorCode(issue),
          message: repeated?.includes(issue.path.join('.'))
            ? 'is sent more than once'
            : getErrorMessage(issue),
        },
  );
  const errors = [...new Map(found.reverse().map((error) => [error.field, error])).values()].reverse();
  // Further names are only counted: a body can contain thousands.
  const omittedCounts = issues.map((issue) =>
    issue.code === 'unrecognized_keys' ? Math.max(issue.keys.length - maximumErrors, 0) : 0,
  );
  const more = omittedCounts.reduce((sum, count) => sum + count, errors.length - maximumErrors);
  return {
    ...(more > 0 && {
      detail: `The first ${maximumErrors} invalid ${repeated ? 'parameters' : 'fields'} are listed. There are ${more} more.`,
    }),
    errors: errors.slice(0, maximumErrors),
  };
}

/** In a union, the faults of the shape that the value resembles most: the one whose fields it has. */
function flattenIssue(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const [nearest] = issue.errors.toSorted(
    (one, other) => countUnknownFields(one) - countUnknownFields(other),
  );
  return nearest!.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })).flatMap(flattenIssue);
}

function countUnknownFields(issues: readonly Issue[]): number {
  return issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 0), 0);
}

/**
 * The sender chose an unknown field's name, so it's shortened, and omitted if it's very long or contains a card number
 * (threat T15).
 */
function toSafeName(name: string): string {
  if (name.length > maximumSearchedLength) return '[long name]';
  return containsCardNumber(name) ? '[card number]' : name.slice(0, maximumNameLength);
}

function getErrorCode(issue: Issue): string {
  if (isMissing(issue)) return 'required';
  if (issue.code === 'custom')
    return typeof issue.params?.code === 'string' ? issue.params.code : 'invalid_value';
  if (issue.code === 'invalid_type' || issue.message === wrongTypeMessage) return 'wrong_type';
  if (issue.code === 'too_small' || issue.code === 'too_big') return issue.code;
  return 'invalid_value';
}

function getErrorMessage(issue: Issue): string {
  if (isMissing(issue)) return missingMessage;
  if (issue.code === 'invalid_type' && issue.message.startsWith('Invalid input'))
    return `must be ${withArticle(issue.expected)}`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'too_big' && issue.origin === 'string')
    return `must be at most ${Number(issue.maximum)} characters`;
  return issue.message;
}

/** A schema's message for an absent member, where the issue doesn't distinguish it from a wrong one. */
export const missingMessage = 'is required';

/** A schema's message for a value that isn't a string, where the issue doesn't distinguish it from another string. */
export const wrongTypeMessage = 'must be a string';

/** zod reports an absent member as a wrong type: undefined, which JSON can't contain. */
function isMissing(issue: Issue): boolean {
  return issue.message === missingMessage || issue.message.endsWith('received undefined');
}

function withArticle(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
