// Apart from story.ts, which stays on the server: pages name these.

/** What a transaction's story is made of. */
export const timelineKinds = ['operation', 'checkout', 'request', 'webhook'] as const;
export type TimelineEntryKind = (typeof timelineKinds)[number];
