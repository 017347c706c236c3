/**
 * The fields of a form in a storable form: PostgreSQL can't store zero bytes, and browsers send a line break
 * as two characters.
 * @throws 400 for an invalid body, which browsers don't send from our pages
 */
export async function readForm(request: Request): Promise<FormData> {
  // eslint-disable-next-line no-restricted-properties -- here it is done
  const body = await request.formData().catch(() => {
    throw isFrameworkField();
  });
  const form = new FormData();
  for (const [name, value] of body)
    form.append(normalizeText(name), typeof value === 'string' ? normalizeText(value) : value);
  return form;
}

/** What stands in a text field, without the space around it; '' where there is none. @throws 400 for a file, or two of a name: our pages send neither */
export function textOf(form: FormData, name: string): string {
  return exactTextOf(form, name).trim();
}

/** The same with the space around it, which may belong to a password, or to what is to be verified. */
export function exactTextOf(form: FormData, name: string): string {
  const [value = '', another] = form.getAll(name);
  if (typeof value !== 'string' || another !== undefined) throw isFrameworkField();
  return value;
}

function normalizeText(text: string): string {
  return text.replaceAll('\0', '').replaceAll('\r\n', '\n');
}

function isFrameworkField(): Response {
  return new Response(null, { status: 400 });
}
