import type { ApiDocument, Content, Operation, Reply, Schema } from '~/platform/api-document';
import { curl } from './curl.server';
import { fieldsOf, resolve, type Field } from './fields.server';

type Shown = { label: string; code: string };

export type OperationView = {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  parameters: Field[];
  body: Field[];
  requests: Shown[];
  reply: { description: string; object: string; fields: Field[]; example: string };
  headers: { name: string; description: string }[];
  problems: { status: string; codes: string[] }[];
};

type Section = { name: string; description: string; operations: OperationView[] };

/** What replies share, told once. */
const sharedObjects = ['Transaction', 'Problem'];

/** The document as the reference page shows it: sections by tag, fields in lines, requests for a shell. */
export function readReference(document: ApiDocument): {
  sections: Section[];
  objects: { name: string; description: string; fields: Field[] }[];
} {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return {
    sections: document.tags.map(({ name, description }) => ({
      name,
      description,
      operations: operations
        .filter(({ operation }) => operation.tags[0] === name)
        .map(({ path, method, operation }) => view(document, path, method, operation)),
    })),
    objects: sharedObjects.map((name) => ({
      name,
      description: document.components.schemas[name]!.description ?? '',
      fields: fieldsOf(document, { $ref: `#/components/schemas/${name}` }),
    })),
  };
}

function view(document: ApiDocument, path: string, method: string, operation: Operation): OperationView {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    summary,
    description,
    parameters: parameters.map(({ name, required = false, description: text, schema }) => ({
      ...fieldsOf(document, {
        properties: { [name]: { ...schema, description: text ?? schema.description } },
        required: required ? [name] : [],
      })[0]!,
    })),
    body: requestBody ? fieldsOf(document, schemaOf(requestBody.content)) : [],
    requests: requestsOf(path, operation),
    reply: replyView(document, responses['200']!),
    headers: Object.keys(responses['200']!.headers ?? {}).map((name) => ({
      name,
      description: document.components.headers[name]!.description,
    })),
    problems: Object.entries(responses)
      .filter(([status]) => status !== '200')
      .map(([status, { content }]) => ({
        status,
        codes: Object.keys(content['application/json'].examples ?? {}),
      })),
  };
}

function replyView(document: ApiDocument, { description, content }: Reply): OperationView['reply'] {
  const schema = schemaOf(content);
  const object = schema.$ref?.split('/').at(-1) ?? '';
  const [example] = Object.values(content['application/json'].examples ?? {});
  return {
    description,
    object,
    fields: sharedObjects.includes(object) ? [] : fieldsOf(document, resolve(document, schema)),
    example: JSON.stringify(example?.value, null, 2),
  };
}

function requestsOf(path: string, { summary, parameters, requestBody }: Operation): Shown[] {
  if (!requestBody) return [{ label: summary, code: curl(path, { parameters }) }];
  const examples = Object.values(requestBody.content['application/json'].examples ?? {});
  return examples.map((example) => ({
    label: examples.length > 1 ? sentence(example.summary ?? summary) : summary,
    code: curl(path, { body: example.value }),
  }));
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

const schemaOf = (content: Content): Schema => content['application/json'].schema;
