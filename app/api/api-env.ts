import type { HttpBindings } from '@hono/node-server';
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Environment } from '~/platform/environment';
import type { Actor } from '~/payments/replies';

/** The context of every API handler. */
export type ApiEnv = {
  /** `headers`: the headers of every reply. */
  Bindings: HttpBindings & { requestId: string; headers: Record<string, string> };
  Variables: {
    environment: Environment;
    /** Set by requireToken, from the verified token. */
    actor: Actor;
    /** Set by requireToken: whether the account can send raw card data here. */
    pciCertified: boolean;
    /** The time of arrival: on this process's monotonic clock and as calendar time, in milliseconds. */
    startedAt: number;
    receivedAt: number;
    /**
     * The account of the request as soon as it's known, for the merchant's request log. For a failed token
     * request, the account that it names.
     */
    caller?: { accountId: string; secretId: string | null };
    /** The body, set by requirePlainJson. */
    bodyText?: string;
    /** Read as an empty object. */
    hasNoBody?: true;
    bodyBytes?: number;
    /** Set by limitRate. */
    rateHeaders?: Record<string, string>;
  };
};

export type Api = OpenAPIHono<ApiEnv>;
