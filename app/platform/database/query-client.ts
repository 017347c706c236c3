/** A connection or pool of pg. `npm run check-settings` opens its own connection, even with invalid settings. */
export type QueryClient = {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
};
