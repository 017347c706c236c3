import { config } from '~/platform/config/config.server';
import { isEmbedded, pool, prisma } from '~/platform/database/db.server';
import { log } from '~/platform/observability/log';
import { listProcesses } from '~/platform/database/connected-processes';

const settingKey = 'addresses';

/**
 * Warns when another process on this database was started with other addresses: access tokens name the
 * address that issued them, so each process would reject the other's. Called at startup.
 */
export async function compareAddresses(): Promise<void> {
  if (isEmbedded) return;
  const value = JSON.stringify(config.addresses);
  const previous = await prisma.setting.findUnique({ where: { key: settingKey } });
  await prisma.setting.upsert({
    where: { key: settingKey },
    create: { key: settingKey, value },
    update: { value },
  });
  const { portal } = JSON.parse(previous?.value ?? value) as typeof config.addresses;
  const others = (await listProcesses(pool)).filter(
    (name) => `tillway ${name}` !== pool.options.application_name,
  );
  if (others.length && previous && previous.value !== value)
    log.warn(
      `PORTAL_URL: another process on this database (${others.join(', ')}) uses other addresses (PORTAL_URL ${portal}), so each rejects the other’s access tokens. Give all processes the same addresses`,
    );
}
