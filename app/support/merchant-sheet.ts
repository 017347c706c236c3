import { listMails } from '~/mail/mail-list';
import { listAllowedAddresses } from '~/merchants/credentials/allowed-addresses';
import { listApiRequests } from '~/merchants/api-requests/request-list';
import { listApiSecrets } from '~/merchants/credentials/api-secrets';
import { listTeam } from '~/merchants/team/team';
import { listWaitingOutcomes } from '~/payments/outcome-queue';
import { retrieveFigures, totalOf } from '~/payments/overview';
import { listTransactions } from '~/payments/transaction-list';
import { addDays, dayOf } from '~/platform/days';
import { prisma } from '~/platform/db.server';
import type { Environment } from '~/platform/environment';
import { listEndpoints } from '~/webhooks/endpoints';
import { readHealth } from '~/webhooks/delivery-log';

type Place = { accountId: string; environment: Environment };

export type MerchantSheet = NonNullable<Awaited<ReturnType<typeof readMerchantSheet>>>;

const figureDays = 30;
const shown = 10;

/** A merchant, whoever asks; null for an unknown id. */
export function findMerchant(accountId: string) {
  return prisma.account.findUnique({
    where: { id: accountId },
    select: {
      id: true,
      name: true,
      mode: true,
      status: true,
      timeZone: true,
      captureMode: true,
      pciCertifiedAt: true,
      createdAt: true,
      application: { select: { id: true, state: true, submittedAt: true, decidedAt: true } },
    },
  });
}

/** All that is asked about a merchant when somebody calls, of one environment where that makes a difference. Null for an unknown id. */
export async function readMerchantSheet({ accountId, environment, now }: Place & { now: Date }) {
  const account = await findMerchant(accountId);
  if (!account) return null;
  const place = { accountId, environment };
  const [team, secrets, addresses, webhooks, errors, transactions, waiting, figures] = await Promise.all([
    readTeam(accountId),
    listApiSecrets(place),
    listAllowedAddresses(place),
    readWebhooks(place),
    listApiRequests({ ...place, refused: true, limit: shown }),
    listTransactions({ ...place, limit: shown }),
    listWaitingOutcomes({ accountId, limit: shown }),
    readFigures({ ...place, timeZone: account.timeZone, now }),
  ]);
  const payments = transactions.transactions.map((payment) => ({
    ...payment,
    accountId,
    environment,
    merchant: account.name,
    timeZone: account.timeZone,
  }));
  return {
    account,
    team,
    secrets,
    addresses,
    webhooks,
    errors: errors.requests,
    payments,
    waiting: waiting.outcomes,
    figures,
    mails: await readMails(team.map(({ email }) => email)),
  };
}

/** Who works there, with what one needs to know when they cannot get in. */
async function readTeam(accountId: string) {
  const team = await listTeam(accountId);
  const ids = team.map(({ userId }) => userId);
  const [apps, passkeys, signedIn] = await Promise.all([
    prisma.secondFactor.findMany({ where: { userId: { in: ids } }, select: { userId: true } }),
    prisma.passkey.groupBy({ by: 'userId', where: { userId: { in: ids } }, _count: true }),
    // Of the account's last sign-ins: who has not signed in for so many of them, has not for long.
    prisma.$queryRaw<{ actor: string; at: Date }[]>`
      select actor, max(created_at) as at from (select actor, created_at from audit_entries where account_id = ${accountId} and action = 'logged_in' order by id desc limit 500) e group by actor`,
  ]);
  const [withApp, passkeysOf, last] = [
    new Set(apps.map(({ userId }) => userId)),
    new Map(passkeys.map(({ userId, _count }) => [userId, _count])),
    new Map(signedIn.map(({ actor, at }) => [actor, at])),
  ];
  return team.map((member) => ({
    ...member,
    secondFactor: { app: withApp.has(member.userId), passkeys: passkeysOf.get(member.userId) ?? 0 },
    lastLoginAt: last.get(`portal:${member.userId}`) ?? null,
  }));
}

/** The endpoints and how their last deliveries went. Of an address nothing but the host: what stands behind it may be a secret. */
async function readWebhooks(place: Place) {
  const endpoints = await listEndpoints(place);
  const health = new Map(
    (await readHealth(endpoints.map(({ id }) => id))).map((one) => [one.endpointId, one]),
  );
  return endpoints.map(({ id, url, description, status, disabledReason, failingSince, failures }) => ({
    id,
    host: new URL(url).host,
    description,
    status,
    disabledReason,
    failingSince,
    failures,
    ...(health.get(id) ?? { ended: 0, arrived: 0, lastAt: null }),
  }));
}

async function readMails(recipients: readonly string[]) {
  const each = await Promise.all(
    recipients.slice(0, 20).map((recipient) => listMails({ recipient, limit: shown })),
  );
  return each
    .flatMap(({ mails }) => mails)
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, shown);
}

/** What the last thirty days came to, in each currency. */
async function readFigures({ timeZone, now, ...place }: Place & { timeZone: string; now: Date }) {
  const today = dayOf(now, timeZone);
  const { figures } = await retrieveFigures({
    ...place,
    days: { from: addDays(today, 1 - figureDays), to: today },
  });
  return [...new Set(figures.map(({ currency }) => currency))]
    .sort()
    .map((currency) => ({ currency, ...totalOf(figures.filter((of) => of.currency === currency)) }));
}
