/** Which try a form was drawn for. What was not drawn by us counts as a form of long ago: it pays nothing. */
export function numberOfTry(form: FormData): number {
  const text = String(form.get('attempts'));
  return /^\d{1,4}$/.test(text) ? Number(text) : -1;
}
