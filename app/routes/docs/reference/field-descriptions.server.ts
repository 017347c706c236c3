import type { ApiDocument, OpenApiSchema } from '~/platform/api-description/openapi-document';

/**
 * A row of a field table. `path` as in the API's errors, with [] for the items of an array. `type` with its limits, and
 * before it the alternative that has the field, if its object has several: "Card token, string, at most 64 characters". A
 * page contains a hundred rows, so absent members are omitted.
 */
export type FieldDescription = {
  path: string;
  type: string;
  required?: true;
  description: string;
  values?: string[];
};

/** What all responses share. The page describes their fields once. */
export const sharedObjects = ['Transaction', 'Problem'];

const isSharedObject = ({ $ref, anyOf = [] }: OpenApiSchema): boolean =>
  sharedObjects.includes($ref?.split('/').at(-1) ?? '') || anyOf.some(isSharedObject);

/** Every field of a schema and its nested schemas, in order. */
export function listFields(document: ApiDocument, schema: OpenApiSchema, prefix = ''): FieldDescription[] {
  const { properties = {}, required = [] } = resolveSchema(document, schema);
  return Object.entries(properties).flatMap(([name, member]) => {
    const path = `${prefix}${name}`;
    const resolvedMember = resolveSchema(document, member);
    const items = resolvedMember.items && resolveSchema(document, resolvedMember.items);
    const nestedFields = listNestedFields(document, member, path);
    const values = (resolvedMember.enum ?? items?.enum ?? []).map(String);
    const field: FieldDescription = {
      path,
      type: joinParts(getTypeLabel(resolvedMember, items), describeLimits(resolvedMember)),
      description: resolvedMember.description ?? '',
      ...(required.includes(name) && { required: true }),
      ...(values.length > 0 && { values }),
    };
    return [field, ...nestedFields];
  });
}

const joinParts = (...parts: (string | undefined)[]): string => parts.filter(Boolean).join(', ');

function listNestedFields(document: ApiDocument, member: OpenApiSchema, path: string): FieldDescription[] {
  const { items } = resolveSchema(document, member);
  if (items && resolveSchema(document, items).properties) return listFields(document, items, `${path}[].`);
  if (isSharedObject(member)) return [];
  const variants = (member.anyOf ?? member.oneOf ?? [])
    .map((variant) => resolveSchema(document, variant))
    .filter(({ properties }) => properties);
  if (variants.length < 2) return listFields(document, member, `${path}.`);
  return variants.flatMap((variant) =>
    listFields(document, variant, `${path}.`).map((field) => ({
      ...field,
      type: joinParts(variant.title, field.type),
    })),
  );
}

/** The schema of a reference, overridden by what is next to the reference. */
export function resolveSchema(
  document: ApiDocument,
  { $ref, allOf, anyOf, oneOf, ...ownMembers }: OpenApiSchema,
): OpenApiSchema {
  const [choice] = anyOf ?? oneOf ?? [];
  const parts = [
    ...(allOf ?? []),
    ...(choice ? [choice] : []),
    ...($ref ? [document.components.schemas[$ref.split('/').at(-1)!]!] : []),
  ];
  return {
    ...Object.assign({}, ...parts.map((part) => resolveSchema(document, part))),
    ...ownMembers,
  } as OpenApiSchema;
}

function getTypeLabel({ type, format, items }: OpenApiSchema, item?: OpenApiSchema): string {
  if (items) return `list of ${item?.type ?? 'value'}s`;
  return format ? `${type}, ${format}` : (type ?? 'object');
}

function describeLimits({
  type,
  minimum,
  maximum,
  minLength,
  maxLength,
  maxItems,
  default: defaultValue,
}: OpenApiSchema): string {
  return joinParts(
    type === 'integer' && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
      ? `${minimum ?? 0} to ${maximum}`
      : '',
    maxLength !== undefined
      ? minLength === maxLength
        ? `${maxLength} characters`
        : `at most ${maxLength} characters`
      : '',
    maxItems !== undefined ? `at most ${maxItems}` : '',
    defaultValue !== undefined ? `default ${JSON.stringify(defaultValue)}` : '',
  );
}
