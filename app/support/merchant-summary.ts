import { listMails } from '~/mail/mail-list';
import { listAllowedAddresses } from '~/merchants/credentials/allowed-addresses';
import { listApiRequests } from '~/merchants/api-requests/request-list';
import { listRequestedChanges, retrieveChecklist } from '~/merchants/applications/answers/checklist';
import { listApiSecrets } from '~/merchants/credentials/api-secrets';
import { listMemberInvitations } from '~/merchants/team/invitations';
import { listTeam } from '~/merchants/team/team';
import { listUnknownOutcomes } from '~/payments/operations/unknown-outcome-list';
import { retrieveDailyTotals, sumTotals } from '~/payments/reporting/report';
import { listMerchantPayouts } from '~/payments/payouts/payout-list';
import { listTransactions } from '~/payments/reporting/transaction-list';
import { addDays, getDayInZone } from '~/platform/time/days';
import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { findSuspension } from '~/merchants/accounts/suspensions';
import { summarizePayments } from '~/support/search/payment-search';
import { listEndpoints } from '~/webhooks/endpoints/endpoints';
import { readEndpointHealth } from '~/webhooks/deliveries/delivery-log';

type SummaryScope = { accountId: string; environment: Environment };

export type MerchantSummary = NonNullable<Awaited<ReturnType<typeof readMerchantSummary>>>;

const totalsDays = 30;
const listLimit = 10;

/** @returns null for an unknown ID */
export function findMerchantAccount(accountId: string) {
  return prisma.account.findUnique({
    where: { id: accountId },
    select: {
      id: true,
      name: true,
      mode: true,
      status: true,
      timeZone: true,
      captureMode: true,
      threeDSecure: true,
      pciCertifiedAt: true,
      createdAt: true,
      application: { select: { id: true, state: true, submittedAt: true, decidedAt: true } },
    },
  });
}

/**
 * What support needs to know about a merchant during a call, in one environment where that makes a
 * difference. Null for an unknown ID.
 */
export async function readMerchantSummary({ accountId, environment, now }: SummaryScope & { now: Date }) {
  const account = await findMerchantAccount(accountId);
  if (!account) return null;
  const scope = { accountId, environment };
  const [
    suspension,
    team,
    secrets,
    addresses,
    webhooks,
    errors,
    transactions,
    payouts,
    unknownOutcomes,
    figures,
    invitations,
    requestedChanges,
  ] = await Promise.all([
    account.status === 'suspended' ? findSuspension(accountId) : null,
    readTeam(accountId),
    listApiSecrets(scope),
    listAllowedAddresses(scope),
    readWebhooks(scope),
    listApiRequests({ ...scope, rejected: true, limit: listLimit }),
    listTransactions({ ...scope, limit: listLimit }),
    listMerchantPayouts(scope),
    listUnknownOutcomes({ accountId, limit: listLimit }),
    readTotals({ ...scope, timeZone: account.timeZone, now }),
    listMemberInvitations(accountId),
    account.application?.state === 'CHANGES_REQUESTED' ? readRequestedChanges(accountId) : [],
  ]);
  const mails = await readMails(team.map(({ email }) => email));
  const payments = await summarizePayments(transactions.transactions.map(({ id }) => id));
  return {
    account,
    suspension,
    team: team.map((member) => ({ ...member, isUnreachable: mails.unreachable.has(member.email) })),
    secrets,
    addresses,
    webhooks,
    errors: errors.requests,
    payments,
    payouts: payouts.payouts,
    unknownOutcomes: unknownOutcomes.outcomes,
    figures,
    invitations,
    requestedChanges,
    mails: mails.latest,
  };
}

/** What the reviewer wants changed and why, without the answers themselves. */
async function readRequestedChanges(accountId: string) {
  const { items } = await retrieveChecklist(accountId);
  return listRequestedChanges(items).map(({ item: { key, label }, reason, isDone }) => ({
    key,
    label,
    reason,
    isDone,
  }));
}

/** The members, with what explains why they can't log in. */
async function readTeam(accountId: string) {
  const team = await listTeam(accountId);
  const ids = team.map(({ userId }) => userId);
  const [authenticatorApps, passkeys, logins] = await Promise.all([
    prisma.secondFactor.findMany({ where: { userId: { in: ids } }, select: { userId: true } }),
    prisma.passkey.groupBy({ by: 'userId', where: { userId: { in: ids } }, _count: true }),
    // The account's latest logins. A member without one of these hasn't logged in for a long time.
    prisma.$queryRaw<{ actor: string; at: Date }[]>`
      select actor, max(created_at) as at from (select actor, created_at from audit_entries where account_id = ${accountId} and action = 'logged_in' order by id desc limit 500) e group by actor`,
  ]);
  const [userIdsWithApp, passkeyCounts, last] = [
    new Set(authenticatorApps.map(({ userId }) => userId)),
    new Map(passkeys.map(({ userId, _count }) => [userId, _count])),
    new Map(logins.map(({ actor, at }) => [actor, at])),
  ];
  return team.map((member) => ({
    ...member,
    secondFactor: { app: userIdsWithApp.has(member.userId), passkeys: passkeyCounts.get(member.userId) ?? 0 },
    lastLoginAt: last.get(`portal:${member.userId}`) ?? null,
  }));
}

/**
 * The endpoints and their latest deliveries. Only the host of each URL, because the path may contain a
 * secret.
 */
async function readWebhooks(scope: SummaryScope) {
  const endpoints = await listEndpoints(scope);
  const health = new Map(
    (await readEndpointHealth(endpoints.map(({ id }) => id))).map((endpointHealth) => [
      endpointHealth.endpointId,
      endpointHealth,
    ]),
  );
  return endpoints.map(({ id, url, description, status, disabledReason, failingSince, failures }) => ({
    id,
    host: new URL(url).host,
    description,
    status,
    disabledReason,
    failingSince,
    failures,
    ...(health.get(id) ?? { ended: 0, arrived: 0, retrying: 0, dropped: 0, lastAt: null }),
  }));
}

/** The latest emails to the team, and the addresses whose latest one that is no longer waiting came back. */
async function readMails(members: readonly string[]) {
  const recipients = members.slice(0, 20);
  const each = await Promise.all(recipients.map((recipient) => listMails({ recipient, limit: listLimit })));
  const lastCompleted = each.map(({ mails }) =>
    mails.find(({ status }) => !['queued', 'sending'].includes(status)),
  );
  return {
    latest: each
      .flatMap(({ mails }) => mails)
      .sort((a, b) => (a.id < b.id ? 1 : -1))
      .slice(0, listLimit),
    unreachable: new Set(
      recipients.filter((_, i) => lastCompleted[i] !== undefined && lastCompleted[i].status !== 'sent'),
    ),
  };
}

/** The totals of the last thirty days in each currency. */
async function readTotals({ timeZone, now, ...scope }: SummaryScope & { timeZone: string; now: Date }) {
  const today = getDayInZone(now, timeZone);
  const { totals } = await retrieveDailyTotals({
    ...scope,
    days: { from: addDays(today, 1 - totalsDays), to: today },
  });
  return [...new Set(totals.map(({ currency }) => currency))]
    .sort()
    .map((currency) => ({ currency, ...sumTotals(totals.filter((row) => row.currency === currency)) }));
}
