import type { ApiDocument, Schema } from '~/platform/api-document';

/** One line of a table of fields. `path` is as the API's errors write it, with [] for the members of a list. */
export type FieldDescription = {
  path: string;
  type: string;
  required: boolean;
  limits: string;
  description: string;
  values: string[];
};

/** Every field of a shape and of the shapes in it, in the order of the document. */
export function listFields(document: ApiDocument, schema: Schema, prefix = ''): FieldDescription[] {
  const { properties = {}, required = [] } = resolveSchema(document, schema);
  return Object.entries(properties).flatMap(([name, member]) => {
    const path = `${prefix}${name}`;
    const resolvedMember = resolveSchema(document, member);
    const items = resolvedMember.items && resolveSchema(document, resolvedMember.items);
    const nestedFields = items?.properties
      ? listFields(document, items, `${path}[].`)
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

/** The shape a reference stands for; what is said beside the reference counts more. */
export function resolveSchema(
  document: ApiDocument,
  { $ref, allOf, anyOf, oneOf, ...ownMembers }: Schema,
): Schema {
  const [choice] = anyOf ?? oneOf ?? [];
  const parts = [
    ...(allOf ?? []),
    ...(choice ? [choice] : []),
    ...($ref ? [document.components.schemas[$ref.split('/').at(-1)!]!] : []),
  ];
  return {
    ...Object.assign({}, ...parts.map((part) => resolveSchema(document, part))),
    ...ownMembers,
  } as Schema;
}

function getTypeLabel({ type, format, items }: Schema, item?: Schema): string {
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
}: Schema): string {
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
