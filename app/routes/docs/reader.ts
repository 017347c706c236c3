import { mayDo } from '~/merchants/members';
import { config } from '~/platform/config.server';
import { findMerchant } from '../guards';
import { findToken } from './example-token';

/** Who reads the docs, as far as the examples care. Everybody may. */
export type Reader = {
  clientId: string | null;
  mayHaveToken: boolean;
  token: string | null;
  tokenUntil: string | null;
  demo: boolean;
};

export async function findReader(request: Request): Promise<Reader> {
  const stranger = { clientId: null, mayHaveToken: false, token: null, tokenUntil: null, demo: config.demo };
  const merchant = await findMerchant(request);
  if (!merchant) return stranger;
  const { user, account, role } = merchant;
  const mayHaveToken = mayDo(role, 'credentials_manage');
  const kept = mayHaveToken ? await findToken(request, { userId: user.id, accountId: account.id }) : null;
  return {
    ...stranger,
    clientId: account.id,
    mayHaveToken,
    token: kept?.token ?? null,
    tokenUntil: kept && new Date(kept.until).toISOString(),
  };
}
