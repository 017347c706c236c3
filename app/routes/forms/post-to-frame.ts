/**
 * Loads a page into a frame by a form of its own: a page's form can be sent to only one frame at a time, and its navigations
 * would be in the history.
 */
export function postToFrame(
  target: string,
  action: string,
  fields: Iterable<readonly [string, string]>,
): void {
  const form = document.createElement('form');
  Object.assign(form, { method: 'post', action, target, hidden: true });
  for (const [name, value] of fields)
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
  document.body.append(form);
  form.submit();
  form.remove();
}
