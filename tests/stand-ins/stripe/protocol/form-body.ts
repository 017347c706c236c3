export type FormValue = string | FormValue[] | { [name: string]: FormValue };
export type FormFields = Record<string, FormValue>;

/** Decodes Stripe's nested names: `card[number]=…`, `expand[]=…`, `expand[0]=…`. */
export function decodeForm(entries: Iterable<[string, string]>): FormFields {
  const root: FormFields = Object.create(null) as FormFields;
  for (const [name, value] of entries) {
    const path = name.split(/\[|\]\[|\]/).slice(0, name.endsWith(']') ? -1 : undefined);
    let level = root;
    path.slice(0, -1).forEach((part) => {
      const key = part || String(Object.keys(level).length);
      const next = level[key];
      level = (level[key] =
        next && typeof next === 'object' && !Array.isArray(next) ? next : {}) as FormFields;
    });
    const last = path.at(-1)!;
    level[last || String(Object.keys(level).length)] = value;
  }
  return listsOf(root) as FormFields;
}

function listsOf(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, listsOf(inner)] as const);
  return entries.length && entries.every(([key], index) => key === String(index))
    ? entries.map(([, inner]) => inner)
    : Object.fromEntries(entries);
}
