import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { refuse, refuseMerchantAccount, refuseStructure, type AdyenApiError } from './api-error';
import { loadSchemas } from '../schema-cache';
import type { ParameterSchema, ParameterSchemas } from '../schema-generator';
import type * as sdk from './sdk-types';

/** The request of each endpoint, by the name of its type in the SDK. */
export type RequestTypes = {
  PaymentRequest: sdk.PaymentRequest;
  PaymentDetailsRequest: sdk.PaymentDetailsRequest;
  PaymentMethodsRequest: sdk.PaymentMethodsRequest;
  PaymentCaptureRequest: sdk.PaymentCaptureRequest;
  PaymentCancelRequest: sdk.PaymentCancelRequest;
  PaymentRefundRequest: sdk.PaymentRefundRequest;
  PaymentReversalRequest: sdk.PaymentReversalRequest;
  StandalonePaymentCancelRequest: sdk.StandalonePaymentCancelRequest;
  DefenseReasonsRequest: sdk.DefenseReasonsRequest;
  SupplyDefenseDocumentRequest: sdk.SupplyDefenseDocumentRequest;
  DefendDisputeRequest: sdk.DefendDisputeRequest;
  AcceptDisputeRequest: sdk.AcceptDisputeRequest;
};
export type RequestType = keyof RequestTypes;

const typesByFile: Record<string, string[]> = {
  'checkout/cardDetails': ['CardDetails'],
  'checkout/paymentRequest': ['PaymentRequest'],
  'checkout/paymentDetailsRequest': ['PaymentDetailsRequest'],
  'checkout/paymentMethodsRequest': ['PaymentMethodsRequest'],
  'checkout/paymentCaptureRequest': ['PaymentCaptureRequest'],
  'checkout/paymentCancelRequest': ['PaymentCancelRequest'],
  'checkout/paymentRefundRequest': ['PaymentRefundRequest'],
  'checkout/paymentReversalRequest': ['PaymentReversalRequest'],
  'checkout/standalonePaymentCancelRequest': ['StandalonePaymentCancelRequest'],
  'disputes/defenseReasonsRequest': ['DefenseReasonsRequest'],
  'disputes/supplyDefenseDocumentRequest': ['SupplyDefenseDocumentRequest'],
  'disputes/defendDisputeRequest': ['DefendDisputeRequest'],
  'disputes/acceptDisputeRequest': ['AcceptDisputeRequest'],
};

export async function loadRequestSchemas(): Promise<ParameterSchemas> {
  const main = createRequire(import.meta.url).resolve('@adyen/api-library');
  const schemas = await loadSchemas(
    'adyen-stand-in',
    dirname(dirname(dirname(main))),
    'lib/src/typings',
    typesByFile,
  );
  // Only cards are modeled. In a union with sixty other methods, no error would name the right member.
  const request = schemas.types.PaymentRequest!;
  const definition = request.kind === 'ref' ? schemas.definitions[request.name] : undefined;
  if (definition?.kind !== 'object') throw new Error('PaymentRequest is not an object');
  definition.properties.paymentMethod = { schema: schemas.types.CardDetails!, isRequired: true };
  return schemas;
}

/** Checks a request as Adyen does. Null members are the same as absent ones. */
export function parseRequest<T extends RequestType>(
  { types, definitions }: ParameterSchemas,
  type: T,
  body: unknown,
): RequestTypes[T] {
  return parse(types[type]!, body, '') as RequestTypes[T];

  function parse(schema: ParameterSchema, value: unknown, name: string): unknown {
    switch (schema.kind) {
      case 'anything':
        return value;
      case 'ref': {
        const definition = definitions[schema.name]!;
        return definition.kind === 'object'
          ? parseObject(definition, schema.name.replace(/\d+$/, ''), value, name)
          : parse(definition, value, name);
      }
      case 'string':
      case 'number':
      case 'boolean':
        if (typeof value !== schema.kind)
          throw refuseStructure(`Unexpected input in ${name}: no ${schema.kind}`);
        return value;
      case 'values':
        if (typeof value === 'string' && schema.values.includes(value)) return value;
        throw refuseStructure(`Unexpected input in ${name}: none of ${schema.values.join(', ')}`);
      case 'list':
        if (!Array.isArray(value)) throw refuseStructure(`Unexpected input in ${name}: no array`);
        return value.map((item, index) => parse(schema.item, item, `${name}[${index}]`));
      case 'map':
        return Object.fromEntries(
          Object.entries(membersOf(value, name)).map(([key, inner]) => [
            key,
            parse(schema.value, inner, `${name}.${key}`),
          ]),
        );
      case 'object':
        return parseObject(schema, name, value, name);
      case 'union':
        return parseUnion(schema, value, name);
    }
  }

  function parseObject(
    { properties }: Extract<ParameterSchema, { kind: 'object' }>,
    typeName: string,
    value: unknown,
    name: string,
  ): object {
    const members = Object.entries(membersOf(value, name)).filter(([, member]) => member !== null);
    const unknown = members.map(([key]) => key).filter((key) => !Object.hasOwn(properties, key));
    if (unknown.length)
      throw refuseStructure(
        `Structure of ${typeName} contains the following unknown fields: [${unknown.join(', ')}]`,
      );
    const nameOf = (key: string) => (name ? `${name}.${key}` : key);
    for (const [key, { isRequired }] of Object.entries(properties))
      if (isRequired && !members.some(([given]) => given === key)) throw refuseAbsent(nameOf(key));
    return Object.fromEntries(
      members.map(([key, member]) => [key, parse(properties[key]!.schema, member, nameOf(key))]),
    );
  }

  function parseUnion(
    { options }: Extract<ParameterSchema, { kind: 'union' }>,
    value: unknown,
    name: string,
  ): unknown {
    let firstError: unknown;
    for (const option of options)
      try {
        return parse(option, value, name);
      } catch (error) {
        firstError ??= error;
      }
    throw firstError;
  }
}

function membersOf(value: unknown, name: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw refuseStructure(`Unexpected input in ${name || 'the request'}: no object`);
}

function refuseAbsent(name: string): AdyenApiError {
  if (name === 'merchantAccount' || name === 'merchantAccountCode') return refuseMerchantAccount();
  if (name === 'amount') return refuse('100', "Required object 'amount' is not provided.");
  if (name === 'reference') return refuse('130', 'Reference Missing');
  if (name === 'returnUrl') return refuse('14_030', 'Return URL is missing.');
  return refuse('158', `Required field '${name}' is not provided.`);
}
