import type { Types } from '@adyen/api-library';
import type {
  AcceptDisputeRequest,
  DefendDisputeRequest,
  DefenseReasonsRequest,
  DefenseReasonsResponse,
  DisputeServiceResult,
  SupplyDefenseDocumentRequest,
} from '@adyen/api-library/lib/src/typings/disputes/models';

/** An SDK type as JSON: the values of an enumeration are texts. */
type Plain<T> = T extends string
  ? `${T}`
  : T extends number | boolean | null | undefined | Date
    ? T
    : T extends (infer Item)[]
      ? Plain<Item>[]
      : { [name in keyof T]: Plain<T[name]> };

export type Amount = Plain<Types.checkout.Amount>;
export type CardDetails = Plain<Types.checkout.CardDetails>;
export type PaymentRequest = Plain<Omit<Types.checkout.PaymentRequest, 'paymentMethod'>> & {
  paymentMethod: CardDetails;
};
export type PaymentResponse = Plain<Omit<Types.checkout.PaymentResponse, 'action'>> & {
  action?: Plain<Types.checkout.CheckoutRedirectAction>;
};
export type PaymentMethodsRequest = Plain<Types.checkout.PaymentMethodsRequest>;
export type PaymentMethodsResponse = Plain<Types.checkout.PaymentMethodsResponse>;
export type PaymentDetailsRequest = Plain<Types.checkout.PaymentDetailsRequest>;
export type PaymentDetailsResponse = Plain<Types.checkout.PaymentDetailsResponse>;
export type PaymentCaptureRequest = Plain<Types.checkout.PaymentCaptureRequest>;
export type PaymentCaptureResponse = Plain<Types.checkout.PaymentCaptureResponse>;
export type PaymentCancelRequest = Plain<Types.checkout.PaymentCancelRequest>;
export type PaymentCancelResponse = Plain<Types.checkout.PaymentCancelResponse>;
export type PaymentRefundRequest = Plain<Types.checkout.PaymentRefundRequest>;
export type PaymentRefundResponse = Plain<Types.checkout.PaymentRefundResponse>;
export type PaymentReversalRequest = Plain<Types.checkout.PaymentReversalRequest>;
export type PaymentReversalResponse = Plain<Types.checkout.PaymentReversalResponse>;
export type StandalonePaymentCancelRequest = Plain<Types.checkout.StandalonePaymentCancelRequest>;
export type StandalonePaymentCancelResponse = Plain<Types.checkout.StandalonePaymentCancelResponse>;
export type ServiceError = Plain<Types.checkout.ServiceError>;
export type NotificationRequestItem = Plain<Types.notification.NotificationRequestItem>;
export type Notification = Plain<Types.notification.Notification>;
export type {
  AcceptDisputeRequest,
  DefendDisputeRequest,
  DefenseReasonsRequest,
  DefenseReasonsResponse,
  DisputeServiceResult,
  SupplyDefenseDocumentRequest,
};
