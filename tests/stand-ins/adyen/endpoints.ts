import type { Context } from './account-state';
import { detailsFields, submitDetails } from './challenges';
import {
  acceptDispute,
  defendDispute,
  disputeFields,
  retrieveDefenseReasons,
  supplyDefenseDocuments,
} from './disputes';
import {
  cancelByReference,
  cancelPayment,
  capturePayment,
  modificationFields,
  refundPayment,
  reversePayment,
} from './modifications';
import { listPaymentMethods, makePayment, paymentFields } from './payments';
import type { RequestType, RequestTypes } from './request-schemas';

export type Endpoint = {
  path: RegExp;
  type: RequestType;
  /** The members that this stand-in models. It refuses others rather than ignore them. */
  modeled: string[];
  /** The HTTP status of success. */
  status: number;
  run(context: Context, request: object, id: string): object;
};

function endpoint<T extends RequestType>(
  path: string,
  type: T,
  modeled: string[],
  run: (context: Context, request: RequestTypes[T], id: string) => object,
  status = 200,
): Endpoint {
  return {
    path: new RegExp(`^${path.replace(':id', '([^/]+)')}$`),
    type,
    modeled,
    status,
    run: (context, request, id) => run(context, request as RequestTypes[T], id),
  };
}

const checkout = '/v72';
const disputes = '/ca/services/DisputeService/v30';

export const endpoints: Endpoint[] = [
  endpoint(`${checkout}/paymentMethods`, 'PaymentMethodsRequest', ['merchantAccount'], listPaymentMethods),
  endpoint(`${checkout}/payments`, 'PaymentRequest', paymentFields, makePayment),
  endpoint(`${checkout}/payments/details`, 'PaymentDetailsRequest', detailsFields, submitDetails),
  endpoint(
    `${checkout}/payments/:id/captures`,
    'PaymentCaptureRequest',
    modificationFields.capture,
    capturePayment,
    201,
  ),
  endpoint(
    `${checkout}/payments/:id/cancels`,
    'PaymentCancelRequest',
    modificationFields.cancel,
    cancelPayment,
    201,
  ),
  endpoint(
    `${checkout}/payments/:id/refunds`,
    'PaymentRefundRequest',
    modificationFields.refund,
    refundPayment,
    201,
  ),
  endpoint(
    `${checkout}/payments/:id/reversals`,
    'PaymentReversalRequest',
    modificationFields.reversal,
    reversePayment,
    201,
  ),
  endpoint(
    `${checkout}/cancels`,
    'StandalonePaymentCancelRequest',
    modificationFields.technicalCancel,
    cancelByReference,
    201,
  ),
  endpoint(
    `${disputes}/retrieveApplicableDefenseReasons`,
    'DefenseReasonsRequest',
    disputeFields.reasons,
    retrieveDefenseReasons,
  ),
  endpoint(
    `${disputes}/supplyDefenseDocument`,
    'SupplyDefenseDocumentRequest',
    disputeFields.supply,
    supplyDefenseDocuments,
  ),
  endpoint(`${disputes}/defendDispute`, 'DefendDisputeRequest', disputeFields.defend, defendDispute),
  endpoint(`${disputes}/acceptDispute`, 'AcceptDisputeRequest', disputeFields.accept, acceptDispute),
];
