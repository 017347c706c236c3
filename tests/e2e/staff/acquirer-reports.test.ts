import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listViolations } from '../../peers/browser/accessibility';
import { listReflowIssues } from '../../peers/browser/reflow';
import { copyDemoFolder } from '../../peers/browser/demo-folder';
import { waitForMailLink } from '../../peers/browser/mailbox';
import { openSite, type Site } from '../../peers/browser/site';
import { generateCode } from '../../world/identity/authenticator';

const email = 'ada@staff.example';
const connectionId = 'con_simulator_test';

/** Events and discrepancies in every state, with the longest texts. The reconciliation doesn't resolve them. */
const records = `
  update acquirer_connections set name = 'Adyen for Harbor Coffee Roasters and Bakeries of Europe' where id = '${connectionId}';
  insert into acquirer_events (connection_id, event_id, type, about, subject, reference, details, occurred_at, received_at, deliveries, attempts, next_attempt_at, processed_at)
  select '${connectionId}', gen_random_uuid(), event.*
  from generate_series(1, 2) i, (select id from operations where type = 'capture' limit 1) operation, lateral (values
    ('charge.dispute.created', 'dispute', 'dp_1PqRsTuVwXyZ0123456789wxyz', null, '{}'::jsonb, now() - interval '3 days', now() - interval '3 days', 1, 16, null::timestamptz, null::timestamptz),
    ('CAPTURE_FAILED', 'capture', 'KHQC5N7G84BLNK43', operation.id,
      jsonb_build_object('success', true, 'value', 150000, 'currency', 'EUR', 'originalReference', 'QFQTPCQ8HXSKGK82', 'reason', repeat('The account is closed. ', 20), 'refusalReasonRaw', repeat('x', 200)),
      now() - interval '2 hours', now() - interval '119 minutes', 12, 9, now() + interval '2 hours', null),
    (repeat('type_', 40), 'other', repeat('subject', 30), repeat('reference', 20), '{}', now(), now(), 1, 0, now() + interval '1 hour', null),
    ('payment_intent.amount_capturable_updated', 'authorization', 'pi_3PqRsTuVwXyZ0123456789wxyz', operation.id, '{}', now(), now(), 2, 1, null, now())
  ) as event (type, about, subject, reference, details, occurred_at, received_at, deliveries, attempts, next_attempt_at, processed_at);
  insert into discrepancies (environment, kind, subject, transaction_id, connection_id, expected, found, found_at, last_seen_at, resolved_at, resolution)
  select 'test', one.kind, one.subject || i, one.transaction_id, one.connection_id, one.expected, one.found, now() - interval '2 days', now() + interval '1 day', one.resolved_at, one.resolution
  from generate_series(1, 2) i, (select id, transaction_id from operations where type = 'capture' limit 1) operation, lateral (values
    ('failed_after_success', operation.id, operation.transaction_id, null, 'partial_capture 123456789 EUR', repeat('05 : Do not honor, ask the bank ', 6), null::timestamptz, null),
    ('payout_entry_unknown', 'txn_1PqRsTuVwXyZ0123456789wxyz', null, '${connectionId}', 'nothing', 'dispute -1250 USD in po_1PqRsTuVwXyZ0123456789wxyz', null, null),
    ('status_differs', 'status', operation.transaction_id, null, 'CAPTURED', 'PARTIAL_CAPTURED', null, null),
    ('failed_after_success', repeat('x', 200), 'trx_unknown', null, 'void 1250 USD', 'declined', now(), repeat('The merchant was paid by bank transfer. ', 12))
  ) as one (kind, subject, transaction_id, connection_id, expected, found, resolved_at, resolution);`;

let site: Site;
beforeAll(async () => {
  const settings = await copyDemoFolder();
  const database = new PGlite(join(settings.DATA_DIR, 'database'));
  await database.exec(records);
  await database.close();
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, ...settings, DATABASE_URL: '', DEMO: 'true' } as unknown as NodeJS.ProcessEnv;
  await promisify(execFile)(process.execPath, ['scripts/staff.mjs', 'add', email, 'admin', 'Ada Example'], {
    env,
  });
  site = await openSite(settings);
});
afterAll(() => site.close());

test('acquirer events and discrepancies are readable in every state, and an event is processed again', async () => {
  // Our policy blocks the analysis script.
  const { page, leave } = await site.visit({ bypassCSP: true, viewport: { width: 1280, height: 900 } });
  await page.goto(await waitForMailLink(site, email));
  await page.getByLabel('Password', { exact: true }).fill('seven quiet lighthouses');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/staff/login/second-factor');
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  await page.getByLabel('Code from the app').fill(generateCode(secret));
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.waitForURL('**/staff/security/recovery-codes');

  await page.goto(`${site.origin}/support/discrepancies`);
  await page
    .getByRole('link', { name: /^Resolve/ })
    .first()
    .click();
  await page.waitForURL('**/resolution');
  const resolutionPath = new URL(page.url()).pathname;
  for (const scheme of ['light', 'dark'] as const)
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme });
      for (const path of [
        '/support/acquirer-events',
        '/support/acquirer-events?status=all',
        '/support/acquirer-events?connection=con_simulator_live',
        '/support/acquirer-events?connection=con_simulator_live&status=all',
        '/support/discrepancies',
        '/support/discrepancies?status=all',
        '/support/discrepancies?before=0',
        resolutionPath,
        '/staff/operations?refresh=off',
      ]) {
        await page.goto(site.origin + path);
        for (const details of await page.locator('summary', { hasText: 'Details' }).all())
          await details.click();
        expect({ path, width, scheme, violations: await listViolations(page) }).toEqual({
          ...{ path, width, scheme, violations: [] },
        });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        if (width === 1280 && scheme === 'light') expect(await listReflowIssues(page)).toEqual([]);
      }
    }

  await page.goto(`${site.origin}/support/acquirer-events`);
  await page
    .getByRole('button', { name: /^Process again charge.dispute.created/ })
    .first()
    .click();
  await page.getByText('Processing the event again').waitFor();
  await expect
    .poll(
      async () => {
        await page.reload();
        return page.getByText('17 attempts so far').count();
      },
      { timeout: 30_000 },
    )
    .toBe(1);
  await page.goto(site.origin + resolutionPath);
  await page.getByLabel('Resolution').fill('The merchant was paid by bank transfer.');
  await page.getByRole('button', { name: 'Resolve discrepancy' }).click();
  await page.getByText('Discrepancy resolved').waitFor();
  await leave();
});
