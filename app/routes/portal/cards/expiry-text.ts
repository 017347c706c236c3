/** 2030-12 as printed on a card: 12/2030. */
export function formatExpiry(expiry: string | null): string {
  return expiry?.split('-').reverse().join('/') ?? '';
}
