import pg from 'pg';
import { connectMerchant } from './merchant';
import { startPostgres } from './postgres';
import { startShop } from './shop';
import { openSite } from './site';

export type Trade = Awaited<ReturnType<typeof openTrade>>;

/** The product on a PostgreSQL that the test can look into and change, a merchant that sells on it, and the merchant's shop. */
export async function openTrade() {
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
