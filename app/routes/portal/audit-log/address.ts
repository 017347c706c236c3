/** A filter of the audit log as it stands in the address. */
export type TypedFilter = { who: string; kind: string; from: string; to: string; subject: string };

const names = ['who', 'kind', 'from', 'to', 'subject'] as const;

export function addressOf(path: string, typed: Partial<TypedFilter>, before?: string): string {
  const query = new URLSearchParams([...names.flatMap((name): [string, string][] => (typed[name] ? [[name, typed[name]]] : [])), ...(before ? [['before', before]] : [])]);
  return query.size ? `${path}?${query}` : path;
}
