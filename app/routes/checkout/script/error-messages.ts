// Shows errors above the form and at its fields.
import { getErrorText } from '../card-form/error-text';
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

export const listMessages = (cardErrors: CardErrors, texts: ScriptMessages, country?: string) =>
  listCardErrors(cardErrors).map(([name, error]): SummaryMessage => [
    name,
    getErrorText(texts, name, error, country),
  ]);

/** All errors above the form, with the focus. */
export function showErrorSummary(errors: SummaryMessage[], messages: ScriptMessages, title: string): void {
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
  // Also after a decline, which was the title of the page.
  setTitle(`${messages.error} ${title}`);
  summary.focus();
}

/** For another card, with the page's title as it was before the errors. */
export function removeErrorSummary(title: string): void {
  document.getElementById('problems')!.replaceChildren();
  setTitle(title);
}

/** The brand's name stays at its end. */
function setTitle(title: string): void {
  document.title = title + (/ · [^·]*$/.exec(document.title)?.[0] ?? '');
}

/** Another country has other fields, requires others, and calls them something else. */
export function updateErrorSummary(errors: SummaryMessage[]): void {
  const problems = document.getElementById('problems')!;
  const messages = new Map(errors.map(([field, message]) => [`#${field}`, message]));
  for (const link of problems.querySelectorAll('a')) {
    const message = messages.get(link.hash);
    if (message) link.textContent = message;
    else link.parentElement!.remove();
  }
  if (!problems.querySelector('li')) problems.replaceChildren();
}
