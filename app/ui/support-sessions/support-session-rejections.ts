/** Why a request in a support session was rejected. */
export const supportSessionRejections = {
  action: 'You’re in a support session, which is read-only. No changes were made.',
  right: 'Read-only members can’t see this page, so it isn’t available in a support session.',
  member: 'Personal pages, exports, and files aren’t available in a support session.',
  over: 'Your support session has ended. No changes were made.',
};

export type SupportSessionRejection = keyof typeof supportSessionRejections;

/** @returns null for any other error */
export function findSupportSessionRejection(data: unknown): string | null {
  return Object.values(supportSessionRejections).find((message) => message === data) ?? null;
}
