import { setTimeout as sleep } from 'node:timers/promises';
import { listStaffEmailsByPermission } from '~/identity/staff/staff';
import { sendMail } from '~/mail/outbox';
import { checkoutAddress, staffAddress } from '~/platform/addresses.server';
import { config } from '~/platform/config.server';
import { prisma, type Database } from '~/platform/db.server';
import { environments, type Environment } from '~/platform/environment';
import { createId } from '~/platform/ids';
import { inTime } from '~/platform/in-time';
import { intentLifeSeconds } from './intents';
import { findPageFaults, type FetchedPage } from './page-faults';

const answerMs = 15_000;
/** A process watches itself too, and that begins to listen only a moment after its jobs begin. */
const tries = [0, 5_000, 20_000];

/**
 * Fetches the payment page as a payer's browser would, by its public address, and compares what arrives with what we mean to
 * send (PCI DSS 11.6.1, threat T26). Staff are told when it differs, once for each way in which it does. Called by a timer.
 */
export async function watchPaymentPages(stopping: AbortSignal, againMs = 60_000): Promise<void> {
  // In development Vite adds parts of its own.
  if (process.env.NODE_ENV === 'development') return;
  for (const environment of environments) {
    const faults = await lookTwice(environment, stopping, againMs);
    if (stopping.aborted) return;
    await prisma.$transaction((db) => noteFaults(db, environment, faults));
  }
}

/** While a new version takes the place of an old one, each finds the other's page strange: what is wrong is wrong a minute later, too. */
async function lookTwice(
  environment: Environment,
  stopping: AbortSignal,
  againMs: number,
): Promise<string[]> {
  const first = await lookAt(environment, stopping);
  if (!first.length) return first;
  await sleep(againMs, undefined, { signal: stopping }).catch(() => {});
  const second = await lookAt(environment, stopping);
  return first.filter((fault) => second.includes(fault));
}

/** How each environment's page was found last. */
export function listPageWatches() {
  return prisma.pageMonitoringResult.findMany({ orderBy: { environment: 'desc' } });
}

async function lookAt(environment: Environment, stopping: AbortSignal): Promise<string[]> {
  const address = await addressToWatch(environment);
  for (const wait of tries) {
    if (wait) await sleep(wait, undefined, { signal: stopping }).catch(() => {});
    if (stopping.aborted) return [];
    const faults = await inTime(
      answerMs,
      async (signal) => findPageFaults(await fetchPage(address, signal)),
      stopping,
    ).catch(() => null);
    if (faults) return faults;
  }
  return ['the page cannot be fetched'];
}

/** A page with a form, when a payer has one open; else the one that knows no payment. */
async function addressToWatch(environment: Environment): Promise<string> {
  // Ids begin with their time, so none is looked at that has expired.
  const oldest = createId('int', Date.now() - intentLifeSeconds * 1000);
  const [open] = await prisma.$queryRaw<{ id: string; accountId: string }[]>`
    select id, account_id as "accountId" from payment_intents
    where id > ${oldest} and environment = ${environment} and state = 'OPEN' and opened_at is not null and expires_at > now() + interval '1 minute' order by id desc limit 1`;
  return checkoutAddress(environment, open?.accountId ?? '', open?.id ?? '');
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

async function noteFaults(db: Database, environment: Environment, faults: string[]): Promise<void> {
  const [before] = await db.$queryRaw<
    { findings: string[] }[]
  >`select findings from page_monitoring_results where environment = ${environment} for update`;
  const news = faults.filter((fault) => !before?.findings.includes(fault));
  const changed = !before || news.length > 0 || faults.length !== before.findings.length;
  await db.$executeRaw`
    insert into page_monitoring_results (environment, checked_at, findings, since) values (${environment}, now(), ${faults}, now())
    on conflict (environment) do update set checked_at = now(), findings = excluded.findings, since = case when ${changed} then now() else page_monitoring_results.since end`;
  if (!news.length) return;
  for (const to of await listStaffEmailsByPermission('payment_page_watch', db))
    await sendMail(db, {
      to,
      template: 'payment-page-changed',
      props: {
        environment,
        page: config.addresses.checkout[environment],
        faults: news,
        link: staffAddress('/staff/payment-page'),
      },
    });
}
