// How long the support search takes over 5 million payments of 200 merchants. Fails when a search takes
// longer than 300 ms.
import { merchantCount } from './load/payment-history';
import { staffCookie } from './load/portal';
import { buildWorldWithHistory, describeMachine } from './world';

const payments = Number(process.env.BENCH_SIZES ?? 5_000_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 10);
const maximumMs = 300;

const world = await buildWorldWithHistory(payments);
try {
  await compare();
} finally {
  await world.stop();
}

async function compare(): Promise<void> {
  const cookie = await staffCookie(world, 'support');
  const { rows } = await world.database.query<{
    id: string;
    external_id: string;
    order_id: string;
    email: string;
  }>(
    `select id, external_id, order_id, "order" #>> '{card_holder,email}' as email from transactions where created_at < now() - interval '100 days' and "order" #>> '{card_holder,email}' is not null order by id desc limit 1`,
  );
  const { id, external_id, order_id, email } = rows[0]!;
  const searchQueries = [
    'last four 4242, about 40 dollars, yesterday afternoon',
    'last four 4242',
    'about 40 dollars yesterday afternoon',
    'about 40 dollars',
    '42 USD last week',
    'declined visa yesterday',
    'yesterday',
    'declined',
    'order 2000',
    id,
    external_id,
    order_id,
    email,
    'regular@example.com yesterday',
    'Merchant 17',
    // Parts of IDs and references, within a merchant and everywhere.
    id.slice(0, 12),
    `${id.slice(0, 10)} Merchant 17`,
    `…${id.slice(-4)}`,
    `…${id.slice(-4)} Merchant 17`,
    'ends in 4711',
    'order ending in 4711',
    'order ending in zzz9999',
    'order ending in zzz9999 Merchant 17',
    'order ending in zzz9999 last week',
    'order zz4711',
    // Payers, in names and email addresses.
    'Ada Payer1234',
    'Zacharias Nobody',
    'Zacharias yesterday Merchant 17',
    '@mail.example',
    'nowhere.example last week 42 EUR',
    // Decline reasons.
    'insufficient funds last week',
    'expired card yesterday Merchant 17',
    'stolen card',
    '3-D Secure failed',
    // Spelling errors.
    'declinde yesterdya',
    'Mechant 17 yesterday',
    'declined yesterday zzyx',
  ];
  console.log(
    `${describeMachine()}; ${payments} payments of ${merchantCount} merchants; the page whole, ${rounds} times after one that warms up\n`,
  );
  console.log(
    '| what is said | payments on the page | first ms | median ms | slowest ms |\n| --- | --- | --- | --- | --- |',
  );
  for (const searchQuery of searchQueries) {
    const durations: number[] = [];
    let found = 0;
    for (let round = 0; round <= rounds; round++) {
      const startTime = performance.now();
      const response = await fetch(
        `${world.server.origin}/support?${new URLSearchParams({ q: searchQuery })}`,
        {
          headers: { cookie },
          redirect: 'manual',
        },
      );
      const page = await response.text();
      if (response.status !== 200)
        throw new Error(
          `${searchQuery}: answered ${response.status} ${response.headers.get('location') ?? ''}`,
        );
      durations.push(performance.now() - startTime);
      found = new Set(page.match(/\/support\/transactions\/trx_\w+/g)).size;
    }
    const [first, ...others] = durations as [number, ...number[]];
    const sorted = others.toSorted((a, b) => a - b);
    const [median, slowest] = [sorted[Math.floor(sorted.length / 2)]!, sorted.at(-1)!];
    if (median > maximumMs) process.exitCode = 1;
    console.log(
      `| ${searchQuery.length > 60 ? `${searchQuery.slice(0, 57)}…` : searchQuery} | ${found} | ${first.toFixed(0)} | ${median.toFixed(0)} | ${slowest.toFixed(0)} |`,
    );
  }
}
