// Lighthouse's scores of the public pages and of the portal's, on a phone. `BENCH_PATHS=/docs,/team` measures only these.
import { launchChromium } from '../tests/peers/browser/chromium';
import { logInOnPage } from '../tests/peers/browser/registration';
import { createDataDir, readDemoLogin, startServer } from '../tests/peers/server';
import { readLighthouseScores } from './lighthouse-scores';
import { describeMachine } from './world';

const publicPaths = [
  ...['/', '/login', '/register', '/forgot-password'],
  ...['/docs', '/docs/webhooks', '/docs/errors', '/docs/search?q=refund'],
  ...['/docs/reference', '/docs/reference/transactions', '/docs/reference/objects'],
];
const portalPaths = [
  ...['/', '/transactions', '/chargebacks', '/payment-links', '/payouts', '/cards', '/search?q=refund'],
  ...['/checkout-design', '/developers', '/developers/requests', '/developers/webhooks'],
  ...['/application', '/team', '/settings', '/settings/general', '/security', '/audit-log'],
];
const requested = process.env.BENCH_PATHS?.split(',');

const server = await startServer({ DATA_DIR: createDataDir(), RATE_LIMIT_PER_SECOND: '1000000' });
try {
  console.log(`${describeMachine()}; embedded database\n`);
  await measurePages('Public pages', publicPaths);
  // What isn't for search engines has no score for them.
  await measurePages('Portal', portalPaths, await logIn());
} finally {
  await server.stop();
}

async function logIn(): Promise<string> {
  const browser = await launchChromium();
  const page = await browser.newPage();
  await logInOnPage(server, page, readDemoLogin(server));
  const cookies = await page.context().cookies();
  await browser.close();
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}

async function measurePages(title: string, paths: readonly string[], cookie?: string): Promise<void> {
  const chosen = paths.filter((path) => requested?.includes(path) ?? true);
  if (!chosen.length) return;
  const categories = ['performance', 'accessibility', 'best-practices', ...(cookie ? [] : ['seo'])];
  console.log(
    `| ${title} | ${categories.join(' | ')} | below 1 |\n| --- | ${categories.map(() => '---').join(' | ')} | --- |`,
  );
  for (const path of chosen) {
    const scores = await readLighthouseScores(server.origin + path, cookie);
    const counted = categories.map((id) => scores.find((score) => score.id === id)!);
    console.log(
      `| ${path} | ${counted.map(({ score }) => score).join(' | ')} | ${counted.flatMap(({ belowOne }) => belowOne).join(', ')} |`,
    );
  }
  console.log('');
}
