import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { config } from '~/platform/config/config.server';
import { isEmbedded, prisma } from '~/platform/database/db.server';
import { log } from '~/platform/observability/log';
import { compareAddresses } from './shared-addresses';

const store = (addresses: object) =>
  prisma.setting.update({ where: { key: 'addresses' }, data: { value: JSON.stringify(addresses) } });

test.skipIf(isEmbedded)('a process warns about another one with other addresses', async () => {
  const warn = vi.spyOn(log, 'warn').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  await compareAddresses();
  await compareAddresses();
  expect(warn).not.toHaveBeenCalled();

  // The other process has ended.
  const others = { ...config.addresses, portal: 'http://localhost:4000' };
  await store(others);
  await compareAddresses();
  expect(warn).not.toHaveBeenCalled();

  const other = new pg.Client({
    connectionString: config.databaseUrl,
    application_name: 'tillway 1@elsewhere',
  });
  await other.connect();
  onTestFinished(() => other.end());
  await compareAddresses();
  expect(warn).not.toHaveBeenCalled();
  await store(others);
  await compareAddresses();
  expect(warn).toHaveBeenCalledWith(
    expect.stringMatching(
      /^PORTAL_URL: another process on this database \(.*1@elsewhere.*\(PORTAL_URL http:\/\/localhost:4000\)/,
    ),
  );
});
