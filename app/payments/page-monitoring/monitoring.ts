import { setTimeout as sleep } from 'node:timers/promises';
import { listStaffEmailsByPermission } from '~/identity/staff/staff';
import { sendMail } from '~/mail/outbox';
import { buildCheckoutUrl, buildStaffUrl } from '~/platform/http/surfaces.server';
import { config } from '~/platform/config/config.server';
import { prisma, type Database } from '~/platform/database/db.server';
import { environments, type Environment } from '~/platform/environment';
import { createId } from '~/platform/ids';
import { withTimeout } from '~/platform/concurrency/timeout';
import { intentLifeSeconds } from '~/payments/checkout/payment-intents';
import { detectPageFindings, type FetchedPage } from './page-findings';

const responseTimeoutMs = 15_000;
const delays = {
  /** A process also monitors itself, and it starts listening a moment after its jobs start. */
  attemptDelaysMs: [0, 5_000, 20_000],
  /**
   * During a deployment, each version finds the other's page different. A real fault is still there a minute
   * later.
   */
  retryDelayMs: 60_000,
};

/**
 * Fetches the payment page through its public URL as a payer's browser would, and compares it with the
 * expected page (PCI DSS 11.6.1, threat T26). Notifies staff once per kind of difference. Called by a timer.
 */
export async function monitorPaymentPages(
  stopping: AbortSignal,
  { attemptDelaysMs, retryDelayMs } = delays,
): Promise<void> {
  // In development, Vite adds its own scripts.
  if (process.env.NODE_ENV === 'development') return;
  for (const environment of environments) {
    const inspect = () => inspectPage(environment, stopping, attemptDelaysMs);
    const faults = await inspectTwice(inspect, stopping, retryDelayMs);
    if (stopping.aborted) return;
    await prisma.$transaction((db) => recordFindings(db, environment, faults));
  }
}

/** The faults that are still there after a while. */
async function inspectTwice(
  inspect: () => Promise<string[]>,
  stopping: AbortSignal,
  retryDelayMs: number,
): Promise<string[]> {
  const first = await inspect();
  if (!first.length) return first;
  await sleep(retryDelayMs, undefined, { signal: stopping }).catch(() => {});
  const second = await inspect();
  return first.filter((finding) => second.includes(finding));
}

/** The last result of each environment's page. */
export function listMonitoringResults() {
  return prisma.pageMonitoringResult.findMany({ orderBy: { environment: 'desc' } });
}

async function inspectPage(
  environment: Environment,
  stopping: AbortSignal,
  attemptDelaysMs: number[],
): Promise<string[]> {
  const address = await findPageToMonitor(environment);
  for (const wait of attemptDelaysMs) {
    await sleep(wait, undefined, { signal: stopping }).catch(() => {});
    if (stopping.aborted) return [];
    const faults = await withTimeout(
      responseTimeoutMs,
      async (signal) => detectPageFindings(await fetchPage(address, signal)),
      stopping,
    ).catch(() => undefined);
    if (faults) return faults;
  }
  return ['the page can’t be fetched'];
}

/** A page with a form when an intent is open. Otherwise the page for an unknown payment. */
async function findPageToMonitor(environment: Environment): Promise<string> {
  // IDs begin with their time, so expired intents aren't read.
  const oldest = createId('int', Date.now() - intentLifeSeconds * 1000);
  const [open] = await prisma.$queryRaw<{ id: string; accountId: string }[]>`
    select id, account_id as "accountId" from payment_intents
    where id > ${oldest} and environment = ${environment} and state = 'OPEN' and opened_at is not null and expires_at > now() + interval '1 minute' order by id desc limit 1`;
  return buildCheckoutUrl(environment, open?.accountId ?? '', open?.id ?? '');
}

async function fetchPage(address: string, signal: AbortSignal): Promise<FetchedPage> {
  const get = (url: string) => fetch(url, { redirect: 'error', signal });
  const response = await get(address);
  const html = await response.text();
  return {
    address,
    status: response.status,
    headers: response.headers,
    html,
    fetchScript: async (url) => Buffer.from(await (await get(url)).arrayBuffer()),
  };
}

async function recordFindings(db: Database, environment: Environment, faults: string[]): Promise<void> {
  const [before] = await db.$queryRaw<
    { findings: string[] }[]
  >`select findings from page_monitoring_results where environment = ${environment} for update`;
  const newFindings = faults.filter((finding) => !before?.findings.includes(finding));
  const changed = !before || newFindings.length > 0 || faults.length !== before.findings.length;
  await db.$executeRaw`
    insert into page_monitoring_results (environment, checked_at, findings, since) values (${environment}, now(), ${faults}, now())
    on conflict (environment) do update set checked_at = now(), findings = excluded.findings, since = case when ${changed} then now() else page_monitoring_results.since end`;
  if (!newFindings.length) return;
  for (const to of await listStaffEmailsByPermission('payment_page_watch', db))
    await sendMail(db, {
      to,
      template: 'payment-page-changed',
      props: {
        environment,
        page: config.addresses.checkout[environment],
        faults: newFindings,
        link: buildStaffUrl('/staff/payment-page'),
      },
    });
}
