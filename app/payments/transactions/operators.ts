import { findUserNames } from '~/identity/users/user-names';
import { prisma } from '~/platform/database/db.server';
import { defineStatement } from '~/platform/database/statement.server';

/**
 * Labels for operators: `api:<secret>`, `portal:<user>`, `checkout`, and `system:<job>` (decisions:
 * Lifecycle).
 */
export async function nameOperators(
  accountId: string,
  operators: readonly string[],
): Promise<(operator: string) => string> {
  const ids = (kind: string) => [
    ...new Set(
      operators
        .filter((operator) => operator.startsWith(`${kind}:`))
        .map((operator) => operator.slice(kind.length + 1)),
    ),
  ];
  const [secretIds, userIds] = [ids('api'), ids('portal')];
  const [hints, names] = await Promise.all([
    secretIds.length ? findSecretHints(accountId, secretIds) : new Map<string, string>(),
    findUserNames(userIds, { accountId }),
  ]);
  return (operator) => describeOperator(operator, { hints, names });
}

async function findSecretHints(accountId: string, secretIds: string[]): Promise<Map<string, string>> {
  const secrets = await prisma.apiSecret.findMany({
    where: { accountId, id: { in: secretIds } },
    select: { id: true, hint: true },
  });
  return new Map(secrets.map(({ id, hint }) => [id, hint]));
}

export function describeOperator(
  operator: string,
  known: { hints: ReadonlyMap<string, string>; names: ReadonlyMap<string, string> },
): string {
  const [kind, id = ''] = operator.split(/:(.*)/s);
  if (kind === 'checkout') return 'Payer, on the checkout page';
  if (kind === 'api')
    return known.hints.has(id) ? `API, with the secret ending in ${known.hints.get(id)}` : 'API';
  if (kind === 'portal') return `${known.names.get(id) ?? 'A former member'}, in the portal`;
  if (kind === 'system') return id ? `Automatic: ${id.replaceAll(/[_-]/g, ' ')}` : 'Automatic';
  return operator;
}

const findColleagues = defineStatement<{ accountId: string }, { id: string; name: string }>(
  'find-colleagues',
  'select u.id, u.name from members m join users u on u.id = m.user_id where m.account_id = :accountId order by u.name, u.id',
);

/** The account's team members by name, who may have operated on its transactions. */
export function listColleagues(accountId: string): Promise<{ id: string; name: string }[]> {
  return findColleagues({ accountId });
}
