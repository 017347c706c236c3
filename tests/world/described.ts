import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import type { Environment } from '~/platform/environment';
import type { ApiDocument, Operation } from '~/platform/api-document';
import { fieldCodes } from '~/routes/docs/field-codes';

type Answer = { status: number; headers: Headers; text: string };

/** Headers of every HTTP reply, which no description names. */
const plainHeaders = ['content-type', 'cache-control', 'content-length'];

const toldFieldCodes = fieldCodes.map(([code]) => code);

/** Holds replies against the published description of one environment: what it does not name must not be sent. */
export function createExaminer(environment: Environment, document: ApiDocument) {
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  addFormats.default(ajv);
  ajv.addVocabulary(['example', ...Object.keys(document)]);
  ajv.addSchema(document, environment);
  const validators = new Map<string, ValidateFunction>();
  const routes = Object.entries(document.paths).map(([path, operations]) => ({
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    operations,
  }));

  function holdAgainst(pointer: string, { text }: Answer): void {
    const validate = validators.get(pointer) ?? ajv.compile({ $ref: `${environment}#${pointer}` });
    validators.set(pointer, validate);
    expect(validate(JSON.parse(text)) ? [] : validate.errors, text).toEqual([]);
  }

  function examineReply(operation: Operation, answer: Answer): void {
    const described = operation.responses[answer.status];
    expect(
      described,
      `${operation.operationId} names no reply ${answer.status}: ${answer.text}`,
    ).toBeDefined();
    holdAgainst(described!.content['application/json'].schema.$ref!.slice(1), answer);
    const names = Object.keys(described!.headers!).map((name) => name.toLowerCase());
    expect([...answer.headers.keys()].filter((name) => ![...plainHeaders, ...names].includes(name))).toEqual(
      [],
    );
    if (answer.status < 400) return;
    const { code, errors = [] } = JSON.parse(answer.text) as { code: string; errors?: { code: string }[] };
    expect(Object.keys(described!.content['application/json'].examples!)).toContain(code);
    for (const field of errors)
      expect(toldFieldCodes, 'the errors page tells every code of a field').toContain(field.code);
  }

  /** @throws when the description does not tell of this reply: its status, its headers, its error code, the code of a field, or a member of its body */
  return function examine(method: string, path: string, answer: Answer): void {
    const operations = routes.find(({ pattern }) => pattern.test(path.split('?')[0]!))?.operations;
    const operation = operations?.[method.toLowerCase() as 'get'];
    if (operation) examineReply(operation, answer);
    else if (answer.status >= 400) holdAgainst('/components/schemas/Problem', answer);
  };
}
