// Shows errors above the form and at its fields.
import { listCardErrors, type CardErrors } from '../card-form/form-fields';
import type { ScriptMessages } from '../card-form/script-messages';

function cloneTemplate(template: string): HTMLElement {
  return (document.getElementById(template) as HTMLTemplateElement).content.firstElementChild!.cloneNode(
    true,
  ) as HTMLElement;
}

export const showConsentError = (consent: HTMLInputElement, message: string | undefined) =>
  showFieldError(consent, message, consent.closest('label')!);

/** @param before what the error is shown above */
export function showFieldError(
  field: HTMLInputElement,
  message: string | undefined,
  before: HTMLElement = field,
): void {
  const id = `${field.id}-error`;
  document.getElementById(id)?.remove();
  const hint = document.getElementById(`${field.id}-hint`)?.id;
  setOrRemove(field, 'aria-invalid', message && 'true');
  setOrRemove(field, 'aria-describedby', [hint, message && id].filter(Boolean).join(' '));
  if (!message) return;
  const line = cloneTemplate('fault');
  line.id = id;
  line.append(message);
  before.before(line);
}

export const isInvalid = (field: HTMLElement) => field.hasAttribute('aria-invalid');

export function setOrRemove(field: HTMLElement, attribute: string, value: string | undefined): void {
  if (value) field.setAttribute(attribute, value);
  else field.removeAttribute(attribute);
}

type SummaryMessage = [field: string | undefined, message: string];

export const listMessages = (cardErrors: CardErrors, messages: ScriptMessages) =>
  listCardErrors(cardErrors).map(([name, error]): SummaryMessage => [name, messages.cardErrors[error]]);

/** All errors above the form, with the focus. */
export function showErrorSummary(errors: SummaryMessage[], messages: ScriptMessages): void {
  const summary = cloneTemplate('problems-template');
  const item = summary.querySelector('li')!;
  const items = errors.map(([field, message]) => {
    const copy = item.cloneNode(true) as HTMLElement;
    const link = copy.querySelector('a')!;
    link.href = `#${field}`;
    link.textContent = message;
    if (!field) link.replaceWith(message);
    return copy;
  });
  item.replaceWith(...items);
  document.getElementById('problems')!.replaceChildren(summary);
  if (!document.title.startsWith(messages.error)) document.title = `${messages.error} ${document.title}`;
  summary.focus();
}

/** From the summary: another country has other fields, and requires others. */
export function removeCorrectedErrors(): void {
  const problems = document.getElementById('problems')!;
  for (const link of problems.querySelectorAll('a'))
    if (!document.querySelector(`${link.hash}[aria-invalid]`)) link.parentElement!.remove();
  if (!problems.querySelector('li')) problems.replaceChildren();
}
