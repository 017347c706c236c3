import type { HttpBindings } from '@hono/node-server';
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Environment } from '~/platform/environment';
import type { Actor } from '~/payments/replies';

/** What every handler of the API finds in its context. */
export type ApiEnv = {
  /** `headers`: what every reply of the server carries. */
  Bindings: HttpBindings & { requestId: string; headers: Record<string, string> };
  Variables: {
    environment: Environment;
    /** Set by requireToken, from the verified token. */
    actor: Actor;
    /** Set by requireToken: whether the account may send raw card data here. */
    pciCertified: boolean;
    /** When it arrived: by this process's monotonic clock, and by the calendar, in milliseconds. */
    startedAt: number;
    receivedAt: number;
    /** Whose request it is, as soon as that is known, for the log that merchants read; of a failed token request the account that it names. */
    caller?: { accountId: string; secretId: string | null };
    /** The body, set by requirePlainJson. */
    bodyText?: string;
    bodyBytes?: number;
    /** Set by limitRate. */
    rateHeaders?: Record<string, string>;
  };
};

export type Api = OpenAPIHono<ApiEnv>;
