import type { AcquirerName } from '~/acquirers/acquirer-names';
import { parseProcessorAccess } from '~/acquirers/connection-fields';
import type { AcquirerAccess } from '~/acquirers/registry';
import { singleton } from '~/platform/concurrency/singleton.server';
import type { Environment } from '~/platform/environment';
import { log } from '~/platform/observability/log';
import type { AcquirerConnection } from '~/platform/prisma/client';
import { unsealConnectionSecrets } from '~/vault/connection-secrets';

type Row = Pick<AcquirerConnection, 'id' | 'acquirer' | 'environment' | 'version' | 'settings' | 'sealed'>;

/** Connections are read every few seconds. Each failure is reported once. */
const reported = singleton('unreadable-connections', () => new Set<string>());

/** What the adapter of a stored connection needs. Null when its secrets can't be decrypted, or were deleted. */
export function readAccess({ id, version, settings, sealed, ...row }: Row): AcquirerAccess | null {
  const [acquirer, environment] = [row.acquirer as AcquirerName, row.environment as Environment];
  if (acquirer === 'simulator') return { id, environment, acquirer };
  if (sealed === null) return null;
  const secrets = unsealConnectionSecrets(id, sealed);
  const access = secrets && parseProcessorAccess(acquirer, { settings, secrets });
  if (access) return { id, environment, version, ...access };
  const state = `${id} ${version}`;
  if (!reported.has(state))
    log.error('secret decryption failed', new Error('its key is missing, or its row was changed'), {
      row: `acquirer_connections ${id}`,
    });
  reported.add(state);
  return null;
}
