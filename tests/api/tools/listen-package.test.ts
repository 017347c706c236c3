import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { listenPackagePath } from 'virtual:listen-package';
import { expect, onTestFinished, test } from 'vitest';
import { readGuideMarkdown } from '~/routes/docs/guides.server';
import { openBrowser } from '../../world/browser';

test('npx runs tillway-listen from the URL in the guide', async () => {
  const response = await openBrowser().open(listenPackagePath);
  expect(response.headers.get('content-type')).toBe('application/gzip');
  const archive = Buffer.from(await response.arrayBuffer());
  const requested: string[] = [];
  const server = createServer((request, reply) => {
    requested.push(request.url!);
    reply.end(archive);
  }).listen(0, '127.0.0.1');
  const home = mkdtempSync(join(tmpdir(), 'tillway-npx-'));
  onTestFinished(() => {
    server.close();
    rmSync(home, { recursive: true, force: true });
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${listenPackagePath}`;
  const { stdout } = await promisify(execFile)('npx', ['--yes', url, '--version'], {
    cwd: home,
    env: {
      NODE_ENV: 'production',
      PATH: process.env.PATH,
      HOME: home,
      npm_config_cache: join(home, 'cache'),
      npm_config_audit: 'false',
      npm_config_update_notifier: 'false',
      // Nothing but the package is needed.
      npm_config_registry: 'http://127.0.0.1:9/',
    },
  });
  expect(stdout.trim()).toBe(/-([\d.]+)\.tgz$/.exec(listenPackagePath)![1]);
  expect(requested).toContain(listenPackagePath);
}, 60_000);

test('the guide and the package name the URL that this version has', () => {
  expect(readGuideMarkdown('webhooks')).toContain(
    `npx http://localhost:3000${listenPackagePath} --forward-to`,
  );
  expect(readFileSync('packages/listen/README.md', 'utf8')).toContain(
    `https://pay.example${listenPackagePath} `,
  );
});
