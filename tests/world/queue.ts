import { createId } from '~/platform/ids';
import type { QueueName } from '~/platform/jobs/queues';
import { ownerPool } from './database-owner';

/** A queue of one test, whose jobs aren't retried. Only the owner of the database can create its table. */
export async function buildQueue(): Promise<QueueName> {
  const name = createId('req') as string as QueueName;
  await ownerPool.query('select pgboss.create_queue($1, $2)', [name, { policy: 'standard', retryLimit: 0 }]);
  return name;
}
