import adyen, { type Types } from '@adyen/api-library';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { standInDefaults } from './options';
import type { NotificationRequestItem, PaymentRequest } from './sdk-types';
import { startAdyenStandIn, type AdyenStandIn } from './server';
import type { AdyenStandInOptions } from './options';

type HttpClient = ConstructorParameters<typeof adyen.Client>[1] & object;

/**
 * Sends the SDK's requests to another origin. Its own client only speaks HTTPS, and its services have Adyen's hosts
 * built in.
 */
class LocalHttpClient implements HttpClient {
  constructor(
    private readonly origin: string,
    private readonly timeout: number,
  ) {}

  async request(...[endpoint, json, config, , options]: Parameters<HttpClient['request']>): Promise<string> {
    const { pathname, search } = new URL(endpoint);
    const response = await fetch(`${this.origin}${pathname}${search}`, {
      method: options?.method ?? 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-API-Key': config.apiKey!,
        ...(options?.idempotencyKey && { 'Idempotency-Key': options.idempotencyKey }),
      },
      body: json.toString(),
      signal: AbortSignal.timeout(this.timeout),
    });
    const body = await response.text();
    if (response.ok) return body;
    const error = JSON.parse(body) as Types.checkout.ServiceError;
    throw new adyen.HttpClientException({
      message: error.message ?? '',
      statusCode: response.status,
      errorCode: error.errorCode,
      responseHeaders: Object.fromEntries(response.headers),
      responseBody: body,
    });
  }
}

export function createTestClient(
  { origin, apiKey }: Pick<AdyenStandIn, 'origin' | 'apiKey'>,
  { timeout = 10_000 } = {},
) {
  const client = new adyen.Client(
    { apiKey, environment: adyen.EnvironmentEnum.TEST },
    new LocalHttpClient(origin, timeout),
  );
  const { PaymentsApi, ModificationsApi } = new adyen.CheckoutAPI(client);
  const { DisputesApi } = new adyen.DisputesAPI(client);
  return { payments: PaymentsApi, modifications: ModificationsApi, disputes: DisputesApi };
}
export type TestClient = ReturnType<typeof createTestClient>;

export const cards = { approved: '4111111111111111', challenged: '4917610000000000' };

type Changes = Partial<Omit<PaymentRequest, 'paymentMethod'>> & {
  card?: Partial<PaymentRequest['paymentMethod']>;
};

export function buildPayment({ card, ...changes }: Changes = {}) {
  return {
    merchantAccount: standInDefaults.merchantAccount,
    reference: `order-${randomUUID()}`,
    amount: { currency: 'EUR', value: 1_000 },
    returnUrl: 'https://shop.example/return?order=1',
    shopperInteraction: 'Ecommerce',
    paymentMethod: {
      type: 'scheme',
      number: cards.approved,
      expiryMonth: '03',
      expiryYear: '2040',
      cvc: '737',
      holderName: 'Ada Example',
      ...card,
    },
    ...changes,
  } as Types.checkout.PaymentRequest & { reference: string };
}

export const browserInfo = {
  acceptHeader: '*/*',
  colorDepth: 24,
  javaEnabled: false,
  language: 'en-US',
  screenHeight: 900,
  screenWidth: 1_440,
  timeZoneOffset: 0,
  userAgent: 'Mozilla/5.0',
};

/** An authorized payment, captured only on request. */
export async function authorize({ payments }: TestClient, changes: Changes = {}) {
  const request = buildPayment({ additionalData: { manualCapture: 'true' }, ...changes });
  const { resultCode, pspReference } = await payments.payments(request);
  expect(resultCode).toBe('Authorised');
  return { pspReference: pspReference!, reference: request.reference };
}

/** Expects an error of the SDK with these fields. */
export async function expectAdyenError(
  request: Promise<unknown>,
  expected: { statusCode: number; errorCode?: string; message?: unknown },
) {
  const error: unknown = await request.then(
    (answer) => expect.fail(`it succeeded: ${JSON.stringify(answer).slice(0, 500)}`),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(adyen.HttpClientException);
  expect(error).toMatchObject(expected);
  return error as InstanceType<typeof adyen.HttpClientException>;
}

type Received = { item: NotificationRequestItem; live: string; authorization: string | undefined };

/** A stand-in whose webhooks are received. */
export async function startWithReceiver(options: AdyenStandInOptions = {}) {
  const received: Received[] = [];
  const answers: number[] = [];
  const receiver = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const { live, notificationItems } = JSON.parse(body) as {
        live: string;
        notificationItems: { NotificationRequestItem: NotificationRequestItem }[];
      };
      for (const { NotificationRequestItem: item } of notificationItems)
        received.push({ item, live, authorization: request.headers.authorization });
      response.writeHead(answers.shift() ?? 202).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  const standIn = await startAdyenStandIn({ webhookUrl: `http://127.0.0.1:${port}/webhook`, ...options });
  return {
    standIn,
    received,
    /** The statuses of the next answers. Otherwise, webhooks are accepted. */
    answers,
    /** The notifications so far, after outcomes that are due. */
    async receive(): Promise<NotificationRequestItem[]> {
      await standIn.control.webhooksSettled();
      return received.map(({ item }) => item);
    },
    async close(): Promise<void> {
      await standIn.close();
      receiver.closeAllConnections();
      await new Promise((resolve) => receiver.close(resolve));
    },
  };
}
