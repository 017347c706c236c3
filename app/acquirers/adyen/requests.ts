import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@adyen/api-library';
import { EnvironmentEnum } from '@adyen/api-library/lib/src/config.js';
import { ModificationsApi } from '@adyen/api-library/lib/src/services/checkout/modificationsApi.js';
import { PaymentsApi } from '@adyen/api-library/lib/src/services/checkout/paymentsApi.js';
import { DisputesApi } from '@adyen/api-library/lib/src/services/disputes/disputesApi.js';
import { config } from '~/platform/config/config.server';
import type { Environment } from '~/platform/environment';
import { log } from '~/platform/observability/log';
import type { Outcome } from '../acquirer';
import type { ProcessorAccess } from '../connection-fields';
import { AdyenError, AdyenHttpClient } from './http-client';
import { toErrorDecline } from './refusals';

/** Adyen keeps idempotency keys for at least 7 days. After that, a repeated request would be a new one. */
const keyLifeMs = 6.9 * 24 * 60 * 60 * 1000;
/** How often we retry a request after a rate limit, with growing delays. */
const retries = 2;
const firstDelayMs = 400;

export type AdyenAccess = Omit<Extract<ProcessorAccess, { acquirer: 'adyen' }>, 'acquirer'> & {
  environment: Environment;
};

export type AdyenServices = ReturnType<typeof createAdyenServices>;

/**
 * We import the parts of the SDK that we use. All of it is a third of the server, with 2,300 files.
 * @param origin a stand-in, whose paths are those of Adyen's test environment
 */
export function createAdyenServices(
  { settings, secrets, environment }: AdyenAccess,
  { origin, timeoutMs = config.acquirerTimeoutMs }: { origin?: URL; timeoutMs?: number } = {},
) {
  const { liveUrlPrefix } = settings;
  const isLive = environment === 'live' && !origin;
  const client: Pick<Client, 'config' | 'httpClient'> = {
    config: {
      apiKey: secrets.apiKey.reveal(),
      environment: isLive ? EnvironmentEnum.LIVE : EnvironmentEnum.TEST,
      ...(isLive && liveUrlPrefix && { liveEndpointUrlPrefix: liveUrlPrefix }),
    },
    httpClient: new AdyenHttpClient(timeoutMs, origin),
  };
  return {
    payments: new PaymentsApi(client as Client),
    modifications: new ModificationsApi(client as Client),
    disputes: new DisputesApi(client as Client),
  };
}

/** Whether a repeated request still returns the first answer. */
export const canRepeatRequest = ({ requestedAt }: { requestedAt: Date }) =>
  Date.now() - requestedAt.getTime() < keyLifeMs;

/**
 * `harmless`: the request moves no money, so without an answer we treat it as declined. `final`: the request is never sent
 * again. `repeatable`: it is sent again with the same idempotency key.
 */
type RequestKind = 'harmless' | 'final' | 'repeatable';

/**
 * Turns errors into outcomes. A request that Adyen refused is declined. If a wrong key or a missing role prevented it, it
 * is declined, too, unless it can be repeated with a new key. All other outcomes are unknown.
 * @throws any other error, so that the outcome stays unknown
 */
export async function orOutcome<T extends { kind: string }>(
  reference: string,
  kind: RequestKind,
  request: () => Promise<T>,
): Promise<T | Extract<Outcome, { kind: 'declined' | 'unknown' }>> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof AdyenError)) throw error;
    if (error.kind === 'refused') {
      log.warn('adyen refused a request', { operationId: reference, code: error.code });
      return toErrorDecline(error.code);
    }
    logAdyenFailure(reference, error);
    if (kind === 'harmless' || (error.kind === 'prevented' && kind === 'final'))
      return { kind: 'declined', code: 'system_error', acquirerCode: error.code };
    return { kind: 'unknown' };
  }
}

export function logAdyenFailure(operationId: string, { code }: AdyenError): void {
  log.error('adyen', new Error('the request failed'), { operationId, code });
}

/** Retries a request after a rate limit, which Adyen applies before it does anything. */
export async function withinAdyenRate<T>(signal: AbortSignal, request: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    signal.throwIfAborted();
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof AdyenError && error.kind === 'rate_limited') || attempt === retries) throw error;
      await sleep(firstDelayMs * 2 ** attempt * (0.5 + Math.random()), undefined, { signal });
    }
  }
}
