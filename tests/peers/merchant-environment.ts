import pg from 'pg';
import { connectMerchant } from './merchant-client';
import { startPostgres } from './services/postgres';
import { startShop } from './services/merchant-shop';
import { openSite } from './browser/site';

export type MerchantEnvironment = Awaited<ReturnType<typeof openMerchantEnvironment>>;

/**
 * The product on a PostgreSQL that the test can read and change, a merchant that sells through it, and the
 * merchant's shop.
 */
export async function openMerchantEnvironment() {
  const postgres = await startPostgres();
  const database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
  const site = await openSite({ DATABASE_URL: postgres.url });
  const shop = await startShop('not looked at here');
  const merchant = await connectMerchant(site);
  return {
    database,
    site,
    shop,
    merchant,
    async close() {
      await shop.stop();
      await site.close();
      await database.end();
      await postgres.stop();
    },
  };
}
