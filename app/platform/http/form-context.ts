import type { Environment } from '~/platform/environment';

/** The account and environment that a portal page shows, and that its forms apply to. */
export type FormContext = { accountId: string; environment: Environment };

const name = 'for';

/** The URL with the page's context, replacing an older one. Null removes it. */
export function addFormContext(address: string, formContext: FormContext | null): string {
  const [, path = '', query = '', hash = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(address)!;
  const search = new URLSearchParams(query);
  if (!formContext && !search.has(name)) return address;
  search.delete(name);
  if (formContext) search.set(name, `${formContext.accountId}.${formContext.environment}`);
  return path + (search.size ? `?${search}` : '') + hash;
}

/** The context in a URL. Undefined without one, and null for an invalid one. */
export function readFormContext({ searchParams }: URL): FormContext | null | undefined {
  const [text, ...more] = searchParams.getAll(name);
  if (text === undefined) return undefined;
  const [, accountId, environment] = /^(acc_[0-9a-z]{36})\.(test|live)$/.exec(text) ?? [];
  return accountId && !more.length ? { accountId, environment: environment as Environment } : null;
}
