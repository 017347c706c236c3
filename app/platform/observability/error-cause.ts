/** Only the kind of error: a message may quote input. */
export function getErrorCause(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return String(typeof code === 'string' ? code : name);
}
