// The cost of the payment page: for the server compared with an empty page of the same process, for the payer
// from the click to the shop, and Lighthouse's score on a phone.
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Locator } from 'playwright-core';
import { launchChromium } from '../tests/peers/browser/chromium';
import { readDemoCredentials, createDataDir, startServer, type Server } from '../tests/peers/server';
import { startShop } from '../tests/peers/services/merchant-shop';
import { fillCard } from '../tests/peers/browser/visitor';
import { readLighthouseScores } from './lighthouse-scores';
import { cpuMs, describeMachine } from './world';

const run = promisify(execFile);
const seconds = Number(process.env.BENCH_SECONDS ?? 8);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const payments = 20;

const shop = await startShop('not looked at here');
const server = await startServer({ DATA_DIR: createDataDir(), RATE_LIMIT_PER_SECOND: '1000000' });
const { client_id, client_secret } = readDemoCredentials(server);
const browser = await launchChromium();
try {
  console.log(`${describeMachine()}; embedded database\n`);
  await measureRendering(server);
  await measurePaying();
  await measureLighthouse(await openIntent('lighthouse'));
} finally {
  await browser.close();
  await server.stop();
  await shop.stop();
}

async function openIntent(external_id: string): Promise<string> {
  const postJson = async (path: string, body: object, token?: string) => {
    const headers = {
      'Content-Type': 'application/json',
      ...(token && { Authorization: `Bearer ${token}` }),
    };
    return (
      await fetch(`${server.origin}/test/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    ).json() as Promise<Record<string, string>>;
  };
  const { access_token } = await postJson('/auth/token', { client_id, client_secret });
  const order = {
    order_amount: 4_200,
    order_currency: 'EUR',
    order_items: [{ name: 'First flush Darjeeling, 100 g', quantity: 2, unit_price: 2_100 }],
  };
  const { intent_id } = await postJson(
    '/intents/payment',
    { external_id, order, redirect_urls: { success: shop.success, failure: shop.failure } },
    access_token,
  );
  return `${server.origin}/test/checkout?${new URLSearchParams({ client_id: client_id!, intent_id: intent_id! })}`;
}

/** CPU time of the process per page, alternating, as the median of several rounds. */
async function measureRendering({ processId, origin }: Server): Promise<void> {
  const pages = { payment: await openIntent('drawing'), empty: `${origin}/dev/bare` };
  const spent: Record<keyof typeof pages, number[]> = { payment: [], empty: [] };
  for (const [name, url] of Object.entries(pages) as [keyof typeof pages, string][]) await load(name, url);
  for (let round = 0; round < rounds; round++)
    for (const name of ['payment', 'empty'] as const) spent[name].push(await load(name, pages[name]));

  async function load(name: string, url: string): Promise<number> {
    const before = cpuMs(processId);
    const { stdout } = await run('wrk', ['-t', '1', '-c', '4', '-d', `${seconds}s`, url]);
    if (/Non-2xx/.test(stdout)) throw new Error(`the ${name} page is refused`);
    return (cpuMs(processId) - before) / Number(/(\d+) requests in/.exec(stdout)![1]);
  }
  const [payment, empty] = [median(spent.payment), median(spent.empty)];
  console.log(
    `| page | CPU ms |\n| --- | --- |\n| payment | ${payment.toFixed(2)} |\n| empty | ${empty.toFixed(2)} |\n| ratio | ${(payment / empty).toFixed(2)} |\n`,
  );
}

/** From the click on pay to the request for the shop's page. The simulated acquirer answers at once. */
async function measurePaying(): Promise<void> {
  const page = await browser.newPage();
  const took: number[] = [];
  for (let i = 0; i < payments; i++) {
    await page.goto(await openIntent(`paying-${i}`));
    await fillCard(page, '4242424242424242');
    // Nobody types this fast: a person's browser has finished its proof of work by now.
    while (!(await page.locator('[name=nonce]').inputValue())) await sleep(50);
    const atShop = page
      .waitForRequest((request) => request.url().startsWith(shop.success))
      .then(() => Date.now());
    took.push(-(await clickAndGetTime(page.locator('form button[type=submit]').first())) + (await atShop));
    await page.waitForURL((url) => url.href.startsWith(shop.success));
  }
  await page.close();
  console.log(
    `From the click to the shop: ${median(took).toFixed(0)} ms (the middle of ${payments}; the longest ${Math.max(...took).toFixed(0)} ms)\n`,
  );
}

/** Clicks and measures on the page's own clock, without the mouse movement. */
function clickAndGetTime(button: Locator): Promise<number> {
  return button.evaluate((element: HTMLElement) => {
    setTimeout(() => element.click());
    return Date.now();
  });
}

async function measureLighthouse(url: string): Promise<void> {
  console.log('| Lighthouse, phone | score | below 1 |\n| --- | --- | --- |');
  for (const { title, score, belowOne } of await readLighthouseScores(url))
    console.log(`| ${title} | ${score} | ${belowOne.join(', ')} |`);
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
