import type { SealedColumn } from '~/platform/secrets/reencryption.server';
import { seal, unseal } from '~/platform/secrets/secrets.server';

const getPurpose = (connectionId: string) => `acquirer-connection/${connectionId}`;

const column = (name: string, label: string): SealedColumn => ({
  label,
  table: 'acquirer_connections',
  keys: ['id'],
  value: name,
  assignment: `${name} = $1`,
  purpose: getPurpose,
});
export const sealedConnectionSecrets: SealedColumn[] = [
  column('sealed', 'acquirer connection secrets'),
  column('previous_sealed', 'previous acquirer webhook secrets'),
  column('next_sealed', 'proposed acquirer connection secrets'),
];

/** The secrets of a connection to an acquirer, by name, encrypted for this connection. */
export function sealConnectionSecrets(connectionId: string, secrets: Record<string, string>): string {
  return seal(getPurpose(connectionId), JSON.stringify(secrets));
}

/** Null when they can't be decrypted. */
export function unsealConnectionSecrets(connectionId: string, sealed: string): Record<string, string> | null {
  const opened = unseal(getPurpose(connectionId), sealed);
  return opened === null ? null : (JSON.parse(opened) as Record<string, string>);
}
