/** 2030-12 as it stands on a card: 12/2030. */
export function formatExpiry(expiry: string | null): string {
  return expiry?.split('-').reverse().join('/') ?? '';
}
