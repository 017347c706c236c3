import { Time } from '~/ui/time';

export type ShownPasskey = { id: string; name: string; backedUp: boolean; createdAt: Date | string; lastUsedAt: Date | string | null };

export function LastUsed({ lastUsedAt }: Pick<ShownPasskey, 'lastUsedAt'>) {
  return lastUsedAt ? <Time at={lastUsedAt} /> : <span className="text-ink-soft">Not yet</span>;
}

/** Where a passkey lies, as far as its maker says. */
export function placeWords({ backedUp }: Pick<ShownPasskey, 'backedUp'>): string {
  return backedUp ? 'On your devices, by a password manager that keeps a copy' : 'On one device alone';
}
