import type { ApiDocument, OpenApiSchema } from '~/platform/api-description/openapi-document';

/** A row of a field table. `path` as in the API's errors, with [] for the items of an array. */
export type FieldDescription = {
  path: string;
  /** Which of the alternatives has this field, if its object has several, such as "Card token". */
  variant?: string;
  type: string;
  required: boolean;
  limits: string;
  description: string;
  values: string[];
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
    const variants = listVariants(document, member);
    const nestedFields = items?.properties
      ? listFields(document, items, `${path}[].`)
      : isSharedObject(member)
        ? []
        : variants.length > 1
          ? variants.flatMap((variant) =>
              listFields(document, variant, `${path}.`).map((field) => ({
                ...field,
                variant: variant.title,
              })),
            )
          : resolvedMember.properties
            ? listFields(document, resolvedMember, `${path}.`)
            : [];
    const field = {
      path,
      type: getTypeLabel(resolvedMember, items),
      required: required.includes(name),
      limits: describeLimits(resolvedMember),
      description: resolvedMember.description ?? '',
      values: (resolvedMember.enum ?? items?.enum ?? []).map(String),
    };
    return [field, ...nestedFields];
  });
}

/** The objects that a member can be. */
const listVariants = (document: ApiDocument, { anyOf, oneOf }: OpenApiSchema): OpenApiSchema[] =>
  (anyOf ?? oneOf ?? [])
    .map((variant) => resolveSchema(document, variant))
    .filter(({ properties }) => properties);

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
  return [
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
  ]
    .filter(Boolean)
    .join(', ');
}
