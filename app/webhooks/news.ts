import type { Database } from '~/platform/db.server';
import type { Environment } from '~/platform/environment';

/** manual; gone: it answered 410; failing: nothing has arrived for days. */
export type DisabledReason = 'manual' | 'gone' | 'failing';

type Happened =
  | { kind: 'failing'; since: Date }
  | { kind: 'disabled'; reason: DisabledReason }
  /** `by`: the user who did it. */
  | { kind: 'secret_rotated' | 'address_changed'; by: string };

/** What a merchant's people should know about an endpoint of theirs. */
export type EndpointNews = {
  accountId: string;
  environment: Environment;
  endpointId: string;
  url: string;
} & Happened;

/** Tells them, in the transaction of the change. Handed in, since this room knows no members. */
export type TellOfEndpoint = (db: Database, news: EndpointNews) => Promise<void>;
