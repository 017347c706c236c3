import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';

/**
 * Creates a person's session without a login, for an hour.
 * @returns its cookie
 */
export async function createSessionCookie(
  database: pg.Client,
  area: 'portal' | 'staff',
  email: string,
): Promise<{ name: string; value: string }> {
  const value = randomBytes(32).toString('base64url');
  await database.query(
    `insert into sessions (id, user_id, area, expires_at, ends_at, user_agent, address) select $1, id, $2, now() + interval '1 hour', now() + interval '1 hour', 'test', '127.0.0.1' from users where email = $3`,
    [createHash('sha256').update(value).digest('hex'), area, email],
  );
  return { name: area === 'staff' ? 'staff-session' : 'session', value };
}
