/** A text in a pattern of LIKE, without wildcards of its own. */
export function escapePattern(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
