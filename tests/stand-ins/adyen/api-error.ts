import { newPspReference } from './psp-reference';
import type { ServiceError } from './sdk-types';

/** A refusal as Adyen words it. `began`: whether its answer is kept under the idempotency key. */
export class AdyenApiError extends Error {
  constructor(
    readonly status: number,
    readonly errorCode: string,
    message: string,
    readonly errorType: 'validation' | 'security' | 'internal' | 'configuration' = 'validation',
    readonly began = true,
    /** Whether the same request can be sent again under the same idempotency key. */
    readonly isTransient = false,
  ) {
    super(message);
  }

  get body(): ServiceError {
    return {
      status: this.status,
      errorCode: this.errorCode,
      message: this.message,
      errorType: this.errorType,
      ...([403, 422, 500].includes(this.status) && { pspReference: newPspReference() }),
    };
  }
}

/** The request is well-formed, and Adyen can't do what it says. */
export const refuse = (errorCode: string, message: string) => new AdyenApiError(422, errorCode, message);

/** The request isn't well-formed. */
export const refuseStructure = (message: string) => new AdyenApiError(400, '702', message);

export const refuseMerchantAccount = () =>
  new AdyenApiError(403, '901', 'Invalid Merchant Account', 'security', false);

/** Adyen would accept it, and this stand-in must not ignore it. */
export const refuseUnmodeled = (what: string) =>
  new AdyenApiError(501, '000', `The stand-in doesn't model ${what}.`, 'internal', false);
