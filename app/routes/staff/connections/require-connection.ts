import { findConnectionDetails, type ConnectionDetails } from '~/payments/connections/connection-list';
import type { ConnectionVersion } from '~/payments/connections/connection-setup';
import { textOf } from '../../forms/form-body';

/** Of a new connection, or of a built-in one. */
const idPattern = /^con_\w{1,40}$/;

/** @throws 404 */
export async function requireConnection({ id = '' }: { id?: string }): Promise<ConnectionDetails> {
  const connection = idPattern.test(id) ? await findConnectionDetails(id) : null;
  if (!connection) throw new Response(null, { status: 404 });
  return connection;
}

/** The version that the person has seen. */
export function readVersion(form: FormData): ConnectionVersion['version'] {
  const text = textOf(form, 'version');
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

export const changedMeanwhile = 'Someone changed this connection in the meantime. Check it and submit again';
