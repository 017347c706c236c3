import type { Environment } from '~/platform/environment';

/** Whose data a page of the portal shows, and so what its forms are about. */
export type FormContext = { accountId: string; environment: Environment };

const name = 'for';

/** The address with a note of what the page was made for, in place of an older one; with null without any. */
export function addFormContext(address: string, formContext: FormContext | null): string {
  const [, path = '', query = '', hash = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(address)!;
  const search = new URLSearchParams(query);
  if (!formContext && !search.has(name)) return address;
  search.delete(name);
  if (formContext) search.set(name, `${formContext.accountId}.${formContext.environment}`);
  return path + (search.size ? `?${search}` : '') + hash;
}

/** What an address carries: nothing where it was made manually, and null where it makes no sense. */
export function readFormContext({ searchParams }: URL): FormContext | null | undefined {
  const [text, ...more] = searchParams.getAll(name);
  if (text === undefined) return undefined;
  const [, accountId, environment] = /^(acc_[0-9a-z]{36})\.(test|live)$/.exec(text) ?? [];
  return accountId && !more.length ? { accountId, environment: environment as Environment } : null;
}
