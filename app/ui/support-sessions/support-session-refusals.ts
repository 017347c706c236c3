/** What somebody is told who looks through a merchant's eyes and asks for more than that. */
export const supportSessionRefusals = {
  action:
    'You are looking through a merchant’s eyes, and whoever looks changes nothing. Nothing was changed.',
  right:
    'A read-only member does not see this page, so whoever looks through a merchant’s eyes does not either.',
  member:
    'Pages about oneself, exports and files are for those who work for the account. They are closed while you look through a merchant’s eyes.',
  over: 'Your look through a merchant’s eyes is over. Nothing was changed.',
};

export type SupportSessionRefusal = keyof typeof supportSessionRefusals;

/** @returns null for any other error */
export function findSupportSessionRefusal(data: unknown): string | null {
  return Object.values(supportSessionRefusals).find((message) => message === data) ?? null;
}
