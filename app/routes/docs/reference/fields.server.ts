import type { ApiDocument, Schema } from '~/platform/api-document';

/** One line of a table of fields. `path` is as the API's errors write it, with [] for the members of a list. */
export type Field = {
  path: string;
  type: string;
  required: boolean;
  limits: string;
  description: string;
  values: string[];
};

/** Every field of a shape and of the shapes in it, in the order of the document. */
export function fieldsOf(document: ApiDocument, schema: Schema, prefix = ''): Field[] {
  const { properties = {}, required = [] } = resolve(document, schema);
  return Object.entries(properties).flatMap(([name, member]) => {
    const path = `${prefix}${name}`;
    const known = resolve(document, member);
    const items = known.items && resolve(document, known.items);
    const inner = items?.properties
      ? fieldsOf(document, items, `${path}[].`)
      : known.properties
        ? fieldsOf(document, known, `${path}.`)
        : [];
    const field = {
      path,
      type: typeOf(known, items),
      required: required.includes(name),
      limits: limitsOf(known),
      description: known.description ?? '',
      values: (known.enum ?? items?.enum ?? []).map(String),
    };
    return [field, ...inner];
  });
}

/** The shape a reference stands for; what is said beside the reference counts more. */
export function resolve(document: ApiDocument, { $ref, allOf, anyOf, oneOf, ...own }: Schema): Schema {
  const [choice] = anyOf ?? oneOf ?? [];
  const parts = [
    ...(allOf ?? []),
    ...(choice ? [choice] : []),
    ...($ref ? [document.components.schemas[$ref.split('/').at(-1)!]!] : []),
  ];
  return { ...Object.assign({}, ...parts.map((part) => resolve(document, part))), ...own } as Schema;
}

function typeOf({ type, format, items }: Schema, item?: Schema): string {
  if (items) return `list of ${item?.type ?? 'value'}s`;
  return format ? `${type}, ${format}` : (type ?? 'object');
}

function limitsOf({
  type,
  minimum,
  maximum,
  minLength,
  maxLength,
  maxItems,
  default: otherwise,
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
    otherwise !== undefined ? `default ${JSON.stringify(otherwise)}` : '',
  ]
    .filter(Boolean)
    .join(', ');
}
