import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type Stripe from 'stripe';
import { refuseParameter } from './api-error';
import type { FormFields, FormValue } from './form-body';
import { loadSchemas } from '../../schema-cache';
import type { ParameterSchema, ParameterSchemas } from '../../schema-generator';

/** The parameters of each endpoint, by the name of their type in the SDK. */
export type RequestParameters = {
  AccountRetrieveCurrentParams: Stripe.AccountRetrieveCurrentParams;
  BalanceRetrieveParams: Stripe.BalanceRetrieveParams;
  BalanceTransactionListParams: Stripe.BalanceTransactionListParams;
  BalanceTransactionRetrieveParams: Stripe.BalanceTransactionRetrieveParams;
  ChargeListParams: Stripe.ChargeListParams;
  ChargeRetrieveParams: Stripe.ChargeRetrieveParams;
  DisputeCloseParams: Stripe.DisputeCloseParams;
  DisputeListParams: Stripe.DisputeListParams;
  DisputeRetrieveParams: Stripe.DisputeRetrieveParams;
  DisputeUpdateParams: Stripe.DisputeUpdateParams;
  EventListParams: Stripe.EventListParams;
  EventRetrieveParams: Stripe.EventRetrieveParams;
  FileRetrieveParams: Stripe.FileRetrieveParams;
  PaymentIntentCancelParams: Stripe.PaymentIntentCancelParams;
  PaymentIntentCaptureParams: Stripe.PaymentIntentCaptureParams;
  PaymentIntentConfirmParams: Stripe.PaymentIntentConfirmParams;
  PaymentIntentCreateParams: Stripe.PaymentIntentCreateParams;
  PaymentIntentListParams: Stripe.PaymentIntentListParams;
  PaymentIntentRetrieveParams: Stripe.PaymentIntentRetrieveParams;
  PaymentMethodCreateParams: Stripe.PaymentMethodCreateParams;
  PaymentMethodRetrieveParams: Stripe.PaymentMethodRetrieveParams;
  PayoutListParams: Stripe.PayoutListParams;
  PayoutRetrieveParams: Stripe.PayoutRetrieveParams;
  RefundCreateParams: Stripe.RefundCreateParams;
  RefundListParams: Stripe.RefundListParams;
  RefundRetrieveParams: Stripe.RefundRetrieveParams;
  SetupIntentCreateParams: Stripe.SetupIntentCreateParams;
  SetupIntentRetrieveParams: Stripe.SetupIntentRetrieveParams;
};
export type ParameterType = keyof RequestParameters;

const typesByFile = {
  Accounts: ['AccountRetrieveCurrentParams'],
  Balance: ['BalanceRetrieveParams'],
  BalanceTransactions: ['BalanceTransactionListParams', 'BalanceTransactionRetrieveParams'],
  Charges: ['ChargeListParams', 'ChargeRetrieveParams'],
  Disputes: ['DisputeCloseParams', 'DisputeListParams', 'DisputeRetrieveParams', 'DisputeUpdateParams'],
  Events: ['EventListParams', 'EventRetrieveParams'],
  Files: ['FileRetrieveParams'],
  PaymentIntents: [
    'PaymentIntentCancelParams',
    'PaymentIntentCaptureParams',
    'PaymentIntentConfirmParams',
    'PaymentIntentCreateParams',
    'PaymentIntentListParams',
    'PaymentIntentRetrieveParams',
  ],
  PaymentMethods: ['PaymentMethodCreateParams', 'PaymentMethodRetrieveParams'],
  Payouts: ['PayoutListParams', 'PayoutRetrieveParams'],
  Refunds: ['RefundCreateParams', 'RefundListParams', 'RefundRetrieveParams'],
  SetupIntents: ['SetupIntentCreateParams', 'SetupIntentRetrieveParams'],
} satisfies Record<string, ParameterType[]>;

export function loadParameterSchemas(): Promise<ParameterSchemas> {
  const sdk = dirname(dirname(createRequire(import.meta.url).resolve('stripe')));
  return loadSchemas('stripe-stand-in', sdk, 'esm/resources', typesByFile);
}

/** Checks a form as Stripe does, and converts its texts to numbers, booleans, and lists. */
export function parseParameters<T extends ParameterType>(
  { types, definitions }: ParameterSchemas,
  type: T,
  form: FormFields,
): RequestParameters[T] {
  return parse(types[type]!, form, '') as RequestParameters[T];

  function parse(schema: ParameterSchema, value: FormValue, name: string): unknown {
    switch (schema.kind) {
      case 'anything':
        return value;
      case 'ref':
        return parse(definitions[schema.name]!, value, name);
      case 'string':
        if (typeof value !== 'string') throw refuseParameter('Invalid string: expected a text', name);
        return value;
      case 'number':
        if (typeof value === 'string' && /^-?\d{1,15}$/.test(value)) return Number(value);
        throw refuseParameter(`Invalid integer: ${textOf(value)}`, name, 'parameter_invalid_integer');
      case 'boolean':
        if (value === 'true' || value === 'false') return value === 'true';
        throw refuseParameter(`Invalid boolean: ${textOf(value)}`, name);
      case 'values':
        if (typeof value === 'string' && schema.values.includes(value)) return value;
        throw refuseParameter(`Invalid ${name}: must be one of ${schema.values.join(', ')}`, name);
      case 'list':
        if (!Array.isArray(value)) throw refuseParameter('Invalid array', name);
        return value.map((item, index) => parse(schema.item, item, `${name}[${index}]`));
      case 'map':
        return Object.fromEntries(
          Object.entries(fieldsOf(value, name)).map(([key, inner]) => [
            key,
            parse(schema.value, inner, `${name}[${key}]`),
          ]),
        );
      case 'object':
        return parseObject(schema, fieldsOf(value, name), name);
      case 'union':
        return parseUnion(schema, value, name);
    }
  }

  function parseObject(
    { properties }: Extract<ParameterSchema, { kind: 'object' }>,
    fields: FormFields,
    name: string,
  ): object {
    const nameOf = (key: string) => (name ? `${name}[${key}]` : key);
    for (const key of Object.keys(fields))
      if (!Object.hasOwn(properties, key))
        throw refuseParameter(`Received unknown parameter: ${nameOf(key)}`, nameOf(key), 'parameter_unknown');
    for (const [key, { isRequired }] of Object.entries(properties))
      if (isRequired && !Object.hasOwn(fields, key))
        throw refuseParameter(`Missing required param: ${nameOf(key)}.`, nameOf(key), 'parameter_missing');
    return Object.fromEntries(
      Object.entries(fields).map(([key, value]) => [key, parse(properties[key]!.schema, value, nameOf(key))]),
    );
  }

  function parseUnion(
    { options }: Extract<ParameterSchema, { kind: 'union' }>,
    value: FormValue,
    name: string,
  ): unknown {
    let firstError: unknown;
    for (const option of options)
      try {
        return parse(option, value, name);
      } catch (error) {
        // The first option is the structured one, whose error names the wrong parameter.
        firstError ??= error;
      }
    throw firstError;
  }
}

function fieldsOf(value: FormValue, name: string): FormFields {
  if (typeof value === 'object' && !Array.isArray(value)) return value;
  throw refuseParameter('Invalid object', name);
}

// An error must not quote a card number.
const textOf = (value: FormValue) => (typeof value === 'string' && value.length < 12 ? value : '…');
