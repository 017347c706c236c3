// Apart from story.ts, which stays on the server: pages name these.

/** What a transaction's story is made of. */
export const storyKinds = ['operation', 'checkout', 'request', 'webhook'] as const;
export type StoryKind = (typeof storyKinds)[number];
