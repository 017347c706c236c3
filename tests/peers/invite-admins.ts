// Invites the admins with these email addresses to a folder's database, before a server opens it. Run with --import tsx
// and DATA_DIR.
import { inviteStaff } from '~/identity/staff/staff-invitations';
import { closeDatabase } from '~/platform/database/db.server';
import { openQueues, stopQueue } from '~/platform/jobs/queue.server';
import { prepareDatabase } from '~/startup';

await prepareDatabase();
await openQueues();
for (const email of process.argv.slice(2))
  await inviteStaff({ email, name: `${email.split('@')[0]} Example`, role: 'admin', actor: 'system:shell' });
await stopQueue();
await closeDatabase();
