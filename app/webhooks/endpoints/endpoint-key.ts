import type { Environment } from '~/platform/environment';

/** Identifies an endpoint and its owner. Never its ID alone. */
export type EndpointKey = { accountId: string; environment: Environment; id: string };
