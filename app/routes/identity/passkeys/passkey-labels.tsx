import type { Area } from '~/identity/sessions/session-store';
import { Time } from '~/ui/content/time';

export type PasskeySummary = {
  id: string;
  area: Area;
  worksHere: boolean;
  name: string;
  backedUp: boolean;
  createdAt: Date | string;
  lastUsedAt: Date | string | null;
};

export function LastUsed({ lastUsedAt }: Pick<PasskeySummary, 'lastUsedAt'>) {
  return lastUsedAt ? <Time at={lastUsedAt} /> : <span className="text-ink-soft">Not yet</span>;
}

/** Where a passkey is stored, according to its authenticator. */
export function getPlaceLabel({ backedUp }: Pick<PasskeySummary, 'backedUp'>): string {
  return backedUp ? 'Synced by your password manager' : 'On one device only';
}

/**
 * The area where it works, if that isn't the current one: a browser binds it to the host where it was
 * created.
 */
export function getOtherAreaLabel({
  area,
  worksHere,
}: Pick<PasskeySummary, 'area' | 'worksHere'>): string | null {
  return worksHere ? null : area === 'staff' ? 'Only in the staff area' : 'Only in the portal';
}
