import type Stripe from 'stripe';

/** The `error` of an answer. */
export type StripeErrorFields = Omit<
  Stripe.PaymentIntent.LastPaymentError,
  'payment_intent' | 'payment_method' | 'type'
> & {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  payment_intent?: Stripe.PaymentIntent;
  payment_method?: Stripe.PaymentMethod;
};

/** A refusal as Stripe words it: status, type, and code are what clients decide by. */
export class StripeApiError extends Error {
  constructor(
    readonly status: number,
    readonly fields: StripeErrorFields,
    /** Whether the endpoint began to execute. Only then is the answer kept under the idempotency key. */
    readonly began = true,
  ) {
    super(fields.message);
  }
}

/** The state of things doesn't allow the request. */
export function refuse(
  message: string,
  fields: Omit<StripeErrorFields, 'type' | 'message'> = {},
): StripeApiError {
  return new StripeApiError(400, { type: 'invalid_request_error', message, ...fields });
}

/** The request itself is wrong, so the endpoint doesn't begin to execute. */
export function refuseParameter(
  message: string,
  param: string,
  code?: NonNullable<StripeErrorFields['code']>,
): StripeApiError {
  return new StripeApiError(
    400,
    { type: 'invalid_request_error', message, param, ...(code && { code }) },
    false,
  );
}

export function refuseMissing(kind: string, id: string, param = 'id', status = 404): StripeApiError {
  return new StripeApiError(status, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  });
}

/** Stripe would accept it, and this stand-in must not ignore it. */
export function refuseUnmodeled(what: string): StripeApiError {
  return new StripeApiError(
    501,
    { type: 'api_error', message: `The stand-in doesn't model ${what}.` },
    false,
  );
}
