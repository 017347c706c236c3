import type { Database } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import type { OverlapHours } from '~/platform/secrets/secret-overlap';

/** manual. gone: it returned 410. failing: nothing has arrived for days. */
export type DisabledReason = 'manual' | 'gone' | 'failing';

type NotificationCause =
  | { kind: 'failing'; since: Date }
  | { kind: 'disabled'; reason: DisabledReason }
  /** `by`: the user who did it. */
  | { kind: 'secret_rotated'; by: string; overlapHours: OverlapHours }
  | { kind: 'created' | 'address_changed'; by: string };

/** A notification for a merchant about an endpoint. */
export type EndpointNotification = {
  accountId: string;
  environment: Environment;
  endpointId: string;
  url: string;
} & NotificationCause;

/**
 * Sends notifications in the transaction of the change. Passed in, because this room doesn't know team
 * members.
 */
export type NotifyEndpointOwner = (db: Database, notification: EndpointNotification) => Promise<void>;
