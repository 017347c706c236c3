/**
 * The API's operations by their reference names, with method and path. A test compares them with the
 * published description.
 */
export const apiOperations = {
  createToken: ['POST', '/auth/token'],
  createTransaction: ['POST', '/transactions'],
  findTransaction: ['GET', '/transaction'],
  retrieveTransaction: ['GET', '/transactions/{trx_id}'],
  operateOnTransaction: ['POST', '/transactions/{trx_id}'],
  createRefund: ['POST', '/refunds'],
  createPaymentIntent: ['POST', '/intents/payment'],
  retrievePaymentIntent: ['GET', '/intents/payment/{intent_id}'],
  cancelPaymentIntent: ['POST', '/intents/payment/{intent_id}/cancel'],
  createPaymentLink: ['POST', '/payment_links'],
  retrievePaymentLink: ['GET', '/payment_links/{payment_link_id}'],
  activatePaymentLink: ['POST', '/payment_links/{payment_link_id}/activate'],
  deactivatePaymentLink: ['POST', '/payment_links/{payment_link_id}/deactivate'],
  createCardIntent: ['POST', '/intents/card'],
  retrieveCardIntent: ['GET', '/intents/card/{intent_id}'],
  deleteCardToken: ['DELETE', '/card_tokens/{card_token}'],
  listEvents: ['GET', '/events'],
} as const satisfies Record<string, readonly ['GET' | 'POST' | 'DELETE', string]>;

export type ApiOperation = keyof typeof apiOperations;

export const apiOperationNames = Object.keys(apiOperations) as ApiOperation[];

/** The path of an operation, with its parameters. Undefined for an unknown one. */
export const getOperationPath = (operation: string | null): string | undefined =>
  Object.hasOwn(apiOperations, operation ?? '') ? apiOperations[operation as ApiOperation][1] : undefined;

const patterns = apiOperationNames.map((name) => {
  const [method, path] = apiOperations[name];
  return { name, method, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) };
});

/** The operation of a request. Null for an unknown path or method. */
export function findApiOperation(method: string, path: string): ApiOperation | null {
  return (
    patterns.find((operation) => operation.method === method && operation.pattern.test(path))?.name ?? null
  );
}
