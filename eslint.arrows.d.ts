export const publicFiles: Record<string, string>;
