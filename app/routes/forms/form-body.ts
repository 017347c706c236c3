/**
 * The fields of a form in a storable form: PostgreSQL can't store zero bytes, and browsers send a line break
 * as two characters.
 * @throws 400 for an invalid body, which browsers don't send from our pages
 */
export async function readForm(request: Request): Promise<FormData> {
  // eslint-disable-next-line no-restricted-properties -- the only place that may
  const body = await request.formData().catch(() => {
    throw isFrameworkField();
  });
  const form = new FormData();
  for (const [name, value] of body)
    form.append(normalizeText(name), typeof value === 'string' ? normalizeText(value) : value);
  return form;
}

/**
 * A text field's value without surrounding spaces, or '' if it's missing.
 * @throws 400 for a file or a repeated field, which our pages never send
 */
export function textOf(form: FormData, name: string): string {
  return exactTextOf(form, name).trim();
}

/** The same with surrounding spaces, which may be part of a password or of a signed text. */
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
