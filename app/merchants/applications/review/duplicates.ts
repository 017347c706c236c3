import { prisma } from '~/platform/database/db.server';
import type { SearchKeyKind } from '~/merchants/accounts/search-keys';
import type { Application } from '~/merchants/applications/applications';
import type { ApplicationState } from '~/merchants/applications/states';
import { Prisma } from '~/platform/prisma/client';

export type ApplicationDuplicate = {
  applicationId: string;
  name: string;
  state: ApplicationState;
  isSuspended: boolean;
  shared: SearchKeyKind[];
  /** What the merchant read when it was rejected. Null for other states. */
  rejection: string | null;
};

/** More accounts than this with one IP address share a mobile network, not a person. */
const maxAccountsOfAddress = 10;

/** `key` of an account, and `other` of another account with a submitted application. Widely shared addresses don't count. */
const sharedKeys = Prisma.sql`
  account_search_keys key
  join account_search_keys other
    on other.kind = key.kind and other.key = key.key and other.account_id <> key.account_id
    and (key.kind <> 'ip_address' or ${maxAccountsOfAddress} >= (
      select count(*) from account_search_keys same where same.kind = key.kind and same.key = key.key))
  join applications b on b.account_id = other.account_id and b.round > 0
  join accounts account on account.id = b.account_id`;

/** Which of these applications share details with another one, as in {@link findDuplicates}. */
export async function findIdsWithDuplicates(ids: readonly string[]): Promise<Set<string>> {
  const found = await prisma.$queryRaw<{ id: string }[]>`
    select a.id from applications a
    where a.id = any(${ids})
      and exists (select from ${sharedKeys} where key.account_id = a.account_id)`;
  return new Set(found.map(({ id }) => id));
}

/**
 * Other submitted applications of the same business, people, contact details, documents, or place of registration. At most
 * 20, those that share the most first.
 */
export async function findDuplicates({
  accountId,
}: Pick<Application, 'accountId'>): Promise<ApplicationDuplicate[]> {
  return prisma.$queryRaw<ApplicationDuplicate[]>`
    select b.id as "applicationId", account.name, b.state, account.status = 'suspended' as "isSuspended",
      array_agg(distinct key.kind order by key.kind) as shared,
      (select e.message from application_events e
        where e.application_id = b.id and e.type = 'rejected' and b.state = 'REJECTED' order by e.id desc limit 1) as rejection
    from ${sharedKeys}
    where key.account_id = ${accountId}
    group by b.id, account.id
    order by count(distinct key.kind) desc, b.id desc
    limit 20`;
}
