import type {
  ApiDocument,
  OpenApiContent,
  OpenApiOperation,
  OpenApiResponse,
  OpenApiSchema,
} from '~/platform/api-description/openapi-document';
import { anonymousReader } from '../docs-reader';
import { listExampleRequests, type ExampleRequest } from '~/platform/api-description/example-requests';
import { readGuideMarkdown } from '../guides.server';
import { getHeadingAnchor } from '../heading-anchor';
import { toMarkdownTable } from '../pages/markdown-table';
import { listFields, resolveSchema, sharedObjects, type FieldDescription } from './field-descriptions.server';

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
  headers: string[];
  problems: { status: string; codes: string[] }[];
};

/** A page of the reference: the operations of a tag. */
export type ReferenceResource = {
  path: string;
  name: string;
  description: string;
  operations: OperationView[];
};

type ObjectView = { name: string; description: string; fields: FieldDescription[] };

/** The document for the reference's pages: resources by tag, fields as rows, and example requests. */
export function listResources(document: ApiDocument): ReferenceResource[] {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return document.tags.map(({ name, description }) => ({
    path: getResourcePath(name),
    name,
    description,
    operations: operations
      .filter(({ operation }) => operation.tags[0] === name)
      .map(({ path, method, operation }) => toOperationView(document, path, method, operation)),
  }));
}

export const listObjects = (document: ApiDocument): ObjectView[] =>
  sharedObjects.map((name) => ({
    name,
    description: document.components.schemas[name]!.description ?? '',
    fields: listFields(document, { $ref: `#/components/schemas/${name}` }),
  }));

export const getResourcePath = (tag: string) => `/docs/reference/${getHeadingAnchor(tag)}`;

export const referencePage = {
  path: '/docs/reference',
  title: 'API reference',
  description: 'Every endpoint and field, generated from the schemas that validate your requests.',
};

export const objectsPage = {
  path: '/docs/reference/objects',
  title: 'Objects',
  description: 'The members of a transaction and of an error, which many responses share.',
};

/** A resource's page. Its title also makes sense among other sites' pages. */
export const summarizeResource = ({ path, name, description }: ReferenceResource) => ({
  path,
  title: name,
  description,
});

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
    requests: listExampleRequests(path, method, operation),
    reply: toReplyView(document, responses['200']!),
    headers: Object.keys(responses['200']!.headers ?? {}),
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

const getSchema = (content: OpenApiContent): OpenApiSchema => content['application/json'].schema;

/** What comes before the list of endpoints. */
export const readReferenceIntroduction = ({ components }: ApiDocument): string =>
  readGuideMarkdown('reference', anonymousReader, {
    headers: toMarkdownTable(
      ['Header', 'Meaning'],
      Object.entries(components.headers).map(([name, { description }]) => [`\`${name}\``, description]),
    ),
  });
