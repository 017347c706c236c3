// Separate from timeline.ts, which is server-only: pages use these names.

/** The kinds of entries in a transaction's timeline. */
export const timelineKinds = ['operation', 'response', 'checkout', 'request', 'webhook'] as const;
export type TimelineEntryKind = (typeof timelineKinds)[number];
