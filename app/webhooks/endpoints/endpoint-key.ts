import type { Environment } from '~/platform/environment';

/** Which endpoint, of whom. Never its id alone. */
export type EndpointKey = { accountId: string; environment: Environment; id: string };
