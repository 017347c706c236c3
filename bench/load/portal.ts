import { createSessionCookie } from '../../tests/peers/browser/session-cookie';
import { readDemoLogin } from '../../tests/peers/server';
import type { World } from '../world';

/** Adds this many captured and settled past payments to the world's merchant. */
export async function fillList({ database, accountId }: World, rows: number): Promise<void> {
  const id = (prefix: string) =>
    `'${prefix}_0' || lpad(n::text, 9, '0') || substr(md5(n::text || '${prefix}') || md5(n::text), 1, 26)`;
  await database.query(`
    insert into transactions (id, account_id, environment, type, status, order_id, order_amount, order_currency, amount_authorized, amount_captured, external_id,
      authorization_id, "order", connection_id, card_brand, card_bin, card_last_four, card_expiry, settled_at, version)
    select ${id('trx')}, '${accountId}', 'test', 'PAYMENT', 'SETTLED', 'old-' || n, 10000, 'USD', 10000, 10000, 'old-' || n,
      ${id('op')}, '{"order_amount":10000,"order_currency":"USD"}', 'con_simulator_test', 'visa', '424242', '4242', '2040-12', now(), 3 from generate_series(1, ${rows}) as n`);
  await database.query('vacuum analyze transactions');
}

/** The session cookie of the demo's owner, with the credentials printed at startup. */
export async function loginCookie({ server }: World): Promise<string> {
  const fields = new URLSearchParams(readDemoLogin(server));
  const reply = await fetch(`${server.origin}/login`, {
    method: 'POST',
    body: fields,
    redirect: 'manual',
    headers: { origin: server.origin, 'sec-fetch-site': 'same-origin' },
  });
  const cookie = reply.headers
    .getSetCookie()
    .map((header) => header.split(';')[0])
    .join('; ');
  if (reply.status !== 302 || !cookie) throw new Error(`the login answers ${reply.status}`);
  return cookie;
}

/** The session cookie of the demo's staff member with this role. */
export async function staffCookie(
  { database, server }: World,
  role: 'reviewer' | 'support' | 'admin',
): Promise<string> {
  const [, email] = new RegExp(`Demo ${role} +(\\S+)`).exec(server.output()) ?? [];
  const { name, value } = await createSessionCookie(database, 'staff', email!);
  return `${name}=${value}`;
}
