import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import type { Environment } from '~/platform/environment';
import type {
  ApiDocument,
  OpenApiOperation,
  OpenApiSchema,
} from '~/platform/api-description/openapi-document';
import { fieldErrorCodes } from '~/routes/docs/field-error-codes';

type RawReply = { status: number; headers: Headers; text: string };

/** The headers of every HTTP response, which the description doesn't list. */
const standardHeaders = ['content-type', 'cache-control', 'content-length'];

const documentedFieldCodes = fieldErrorCodes.map(([code]) => code);

/** Response schemas are published open, so that clients accept new members. Ours contain documented ones only. */
function closeObjects(document: ApiDocument): ApiDocument {
  const close = (_key: string, part: Partial<OpenApiSchema> | null) =>
    part?.type === 'object' && part.properties ? { ...part, additionalProperties: false } : part;
  return JSON.parse(JSON.stringify(document), close) as ApiDocument;
}

/**
 * Checks a JSON text against a schema of a description, given by its JSON pointer.
 * @throws when they differ, even in a member that the schema doesn't name
 */
export function createSchemaCheck(environment: Environment, document: ApiDocument) {
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  addFormats.default(ajv);
  ajv.addVocabulary(['example', ...Object.keys(document)]);
  ajv.addSchema(closeObjects(document), environment);
  const validators = new Map<string, ValidateFunction>();

  return function validateAgainst(pointer: string, { text }: { text: string }): void {
    const validate = validators.get(pointer) ?? ajv.compile({ $ref: `${environment}#${pointer}` });
    validators.set(pointer, validate);
    expect(validate(JSON.parse(text)) ? [] : validate.errors, text).toEqual([]);
  };
}

/** Checks replies against the published description of one environment: undocumented parts are rejected. */
export function createDescriptionCheck(environment: Environment, document: ApiDocument) {
  const validateAgainst = createSchemaCheck(environment, document);
  const routes = Object.entries(document.paths).map(([path, operations]) => ({
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    operations,
  }));

  function checkOperationReply(operation: OpenApiOperation, reply: RawReply): void {
    const documentedReply = operation.responses[reply.status];
    expect(
      documentedReply,
      `${operation.operationId} names no reply ${reply.status}: ${reply.text}`,
    ).toBeDefined();
    validateAgainst(documentedReply!.content['application/json'].schema.$ref!.slice(1), reply);
    const names = Object.keys(documentedReply!.headers!).map((name) => name.toLowerCase());
    expect(
      [...reply.headers.keys()].filter((name) => ![...standardHeaders, ...names].includes(name)),
    ).toEqual([]);
    if (reply.status < 400) return;
    const { code, errors = [] } = JSON.parse(reply.text) as { code: string; errors?: { code: string }[] };
    expect(Object.keys(documentedReply!.content['application/json'].examples!)).toContain(code);
    for (const field of errors)
      expect(documentedFieldCodes, 'the errors page tells every code of a field').toContain(field.code);
  }

  /**
   * @throws when the reply's status, headers, error code, field error codes, or body members aren't
   * documented
   */
  return function examine(method: string, path: string, reply: RawReply): void {
    const operations = routes.find(({ pattern }) => pattern.test(path.split('?')[0]!))?.operations;
    const operation = operations?.[method.toLowerCase() as 'get'];
    if (operation) checkOperationReply(operation, reply);
    else if (reply.status >= 400) validateAgainst('/components/schemas/Problem', reply);
  };
}
