import type {
  ApiDocument,
  OpenApiContent,
  OpenApiOperation,
  OpenApiResponse,
  OpenApiSchema,
} from '~/platform/api-description/openapi-document';
import { buildCurlCommand } from './curl-command.server';
import { listFields, resolveSchema, type FieldDescription } from './field-descriptions.server';

type ExampleRequest = { label: string; code: string };

export type OperationView = {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  parameters: FieldDescription[];
  body: FieldDescription[];
  requests: ExampleRequest[];
  reply: { description: string; object: string; fields: FieldDescription[]; example: string };
  headers: { name: string; description: string }[];
  problems: { status: string; codes: string[] }[];
};

type ReferenceSection = { name: string; description: string; operations: OperationView[] };

/** What all responses share. */
const sharedObjects = ['Transaction', 'Problem'];

/** The document for the reference page: sections by tag, fields as rows, and shell requests. */
export function readReference(document: ApiDocument): {
  sections: ReferenceSection[];
  objects: { name: string; description: string; fields: FieldDescription[] }[];
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
        .map(({ path, method, operation }) => toOperationView(document, path, method, operation)),
    })),
    objects: sharedObjects.map((name) => ({
      name,
      description: document.components.schemas[name]!.description ?? '',
      fields: listFields(document, { $ref: `#/components/schemas/${name}` }),
    })),
  };
}

function toOperationView(
  document: ApiDocument,
  path: string,
  method: string,
  operation: OpenApiOperation,
): OperationView {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    summary,
    description,
    parameters: parameters.map(({ name, required = false, description: text, schema }) => ({
      ...listFields(document, {
        properties: { [name]: { ...schema, description: text ?? schema.description } },
        required: required ? [name] : [],
      })[0]!,
    })),
    body: requestBody ? listFields(document, getSchema(requestBody.content)) : [],
    requests: listExampleRequests(path, operation),
    reply: toReplyView(document, responses['200']!),
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

function toReplyView(
  document: ApiDocument,
  { description, content }: OpenApiResponse,
): OperationView['reply'] {
  const schema = getSchema(content);
  const object = schema.$ref?.split('/').at(-1) ?? '';
  const [example] = Object.values(content['application/json'].examples ?? {});
  return {
    description,
    object,
    fields: sharedObjects.includes(object) ? [] : listFields(document, resolveSchema(document, schema)),
    example: JSON.stringify(example?.value, null, 2),
  };
}

function listExampleRequests(
  path: string,
  { summary, parameters, requestBody }: OpenApiOperation,
): ExampleRequest[] {
  if (!requestBody) return [{ label: summary, code: buildCurlCommand(path, { parameters }) }];
  const examples = Object.values(requestBody.content['application/json'].examples ?? {});
  return examples.map((example) => ({
    label: examples.length > 1 ? capitalize(example.summary ?? summary) : summary,
    code: buildCurlCommand(path, { body: example.value }),
  }));
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const getSchema = (content: OpenApiContent): OpenApiSchema => content['application/json'].schema;
