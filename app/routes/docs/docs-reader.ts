import { hasPermission } from '~/merchants/team/members';
import { config } from '~/platform/config/config.server';
import { findMerchant } from '../guards';
import { findExampleToken } from './example-token';

/** The reader of the docs, as far as it matters to the examples. The docs are public. */
export type DocsReader = {
  clientId: string | null;
  canHaveToken: boolean;
  token: string | null;
  tokenUntil: string | null;
  demo: boolean;
};

export const anonymousReader: DocsReader = {
  clientId: null,
  canHaveToken: false,
  token: null,
  tokenUntil: null,
  demo: config.demo,
};

export async function findDocsReader(request: Request): Promise<DocsReader> {
  const merchant = await findMerchant(request);
  if (!merchant) return anonymousReader;
  const { user, account, role } = merchant;
  const canHaveToken = hasPermission(role, 'credentials_manage');
  const storedToken = canHaveToken
    ? await findExampleToken(request, { userId: user.id, accountId: account.id })
    : null;
  return {
    ...anonymousReader,
    clientId: account.id,
    canHaveToken,
    token: storedToken?.token ?? null,
    tokenUntil: storedToken && new Date(storedToken.until).toISOString(),
  };
}
