// The payment page's script. The page is complete without it; with it, figures are grouped as on the card, what cannot be
// right is said before anything is sent, and a second click does nothing. It asks nothing of any server.
import { cardBrand, parseExpiry, securityCodeLength } from '~/payments/cards';
import { brandName } from '~/platform/card-brands';
import { cardFields, checkCard, type CardFault, type CardField, type CardFaults } from '../card-check';
import { bareNumber, latinFigures, plainExpiry } from '../typed-figures';
import type { ScriptWords } from '../script-words';
import { startProof } from './proof';
import { typeExpiry, typeNumber, type Deleted, type Typed } from './typing';

/** A payment takes no longer; then it can be tried again, which the server knows to be the same try. */
const payingMs = 40_000;

/** A browser draws what has changed before this is over. */
const paintMs = 50;

const form = document.querySelector<HTMLFormElement>('form[data-words]');
if (form) enliven(form);
document.querySelector<HTMLElement>('[role=alert]')?.focus();

function enliven(form: HTMLFormElement): void {
  const words = JSON.parse(form.dataset.words!) as ScriptWords;
  const fields = Object.fromEntries(
    cardFields.map((name) => [name, form.elements.namedItem(name)]),
  ) as Record<CardField, HTMLInputElement>;
  const faults = () =>
    checkCard(
      Object.fromEntries(cardFields.map((name) => [name, fields[name].value])) as Record<CardField, string>,
    ).faults ?? {};
  const tell = (name: CardField, fault: CardFault | undefined) =>
    tellFault(fields[name], fault && words.faults[fault]);

  rewrite(fields.number, typeNumber);
  rewrite(fields.expiry, typeExpiry);
  rewrite(fields.code, ({ text, caret }) => ({ text: latinFigures(text).replace(/\D/g, ''), caret }));
  fields.number.addEventListener('input', () => showBrand(fields, words));
  showBrand(fields, words);
  fields.expiry.addEventListener('change', () => {
    const date = parseExpiry(plainExpiry(fields.expiry.value));
    if (date) fields.expiry.value = `${String(date.month).padStart(2, '0')}/${String(date.year).slice(2)}`;
  });
  for (const name of cardFields)
    fields[name].addEventListener('input', () => {
      // What was wrong is said until it is right; nothing new is said while somebody types.
      if (fields[name].hasAttribute('aria-invalid') && !faults()[name]) tell(name, undefined);
    });

  const proof = startProof(form);
  let paying = 0;
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]')!;
  const label = button.querySelector<HTMLElement>('[data-label]')!;
  const price = label.textContent;
  const ready = () => {
    clearTimeout(paying);
    paying = 0;
    button.removeAttribute('aria-disabled');
    label.textContent = price;
  };
  form.addEventListener('submit', (event) => {
    if (paying) return event.preventDefault();
    const found = faults();
    for (const name of cardFields) tell(name, found[name]);
    if (Object.keys(found).length) {
      event.preventDefault();
      return summarize(found, words);
    }
    paying = window.setTimeout(ready, payingMs);
    button.setAttribute('aria-disabled', 'true');
    label.textContent = words.payingNow;
    if (proof.isDone()) return;
    // Once the button says that it pays: on a slow phone the rest of the work takes a moment.
    event.preventDefault();
    setTimeout(() => {
      proof.finish();
      form.submit();
    }, paintMs);
  });
  // A page that the browser had kept while it was elsewhere.
  window.addEventListener('pageshow', ({ persisted }) => persisted && ready());
}

type Rewriting = (typed: Typed, edit: { was: string; deleted: Deleted }) => Typed;

/** Writes a field's text anew after every edit, unless a text is only being composed. */
function rewrite(field: HTMLInputElement, rule: Rewriting): void {
  let was = field.value;
  field.addEventListener('input', (event) => {
    const { inputType = '', isComposing = false } = event as InputEvent;
    if (isComposing) return;
    const deleted =
      inputType === 'deleteContentBackward' ? 'before' : inputType.startsWith('delete') ? 'after' : null;
    const typed = { text: field.value, caret: field.selectionStart ?? field.value.length };
    const { text, caret } = rule(typed, { was, deleted });
    if (text !== field.value) {
      field.value = text;
      if (document.activeElement === field) field.setSelectionRange(caret, caret);
    }
    was = text;
  });
}

/** Says beside the number which card it is, and below the code how many figures that card has, and where. */
function showBrand({ number, code }: Record<CardField, HTMLInputElement>, words: ScriptWords): void {
  const figures = bareNumber(number.value);
  const brand = figures && cardBrand(figures);
  document.getElementById('brand')!.textContent = brandName(brand) ?? '';
  const known = brand !== '' && brand !== 'unknown';
  const length = known ? securityCodeLength(figures) : 4;
  code.maxLength = length;
  document.getElementById('code-hint')!.textContent = !known
    ? words.codeHint
    : length === 4
      ? words.codeOnFront
      : words.codeOnBack;
}

function copyOf(template: string): HTMLElement {
  return (document.getElementById(template) as HTMLTemplateElement).content.firstElementChild!.cloneNode(
    true,
  ) as HTMLElement;
}

function tellFault(field: HTMLInputElement, message: string | undefined): void {
  const id = `${field.id}-error`;
  document.getElementById(id)?.remove();
  const hint = document.getElementById(`${field.id}-hint`)?.id;
  setOrRemove(field, 'aria-invalid', message && 'true');
  setOrRemove(field, 'aria-describedby', [hint, message && id].filter(Boolean).join(' '));
  if (!message) return;
  const line = copyOf('fault');
  line.id = id;
  line.append(message);
  field.before(line);
}

function setOrRemove(field: HTMLElement, attribute: string, value: string | undefined): void {
  if (value) field.setAttribute(attribute, value);
  else field.removeAttribute(attribute);
}

/** All that is wrong, above the form, where the focus goes. */
function summarize(faults: CardFaults, words: ScriptWords): void {
  const summary = copyOf('problems-template');
  const item = summary.querySelector('li')!;
  const items = cardFields.flatMap((name) => {
    const fault = faults[name];
    if (!fault) return [];
    const copy = item.cloneNode(true) as HTMLElement;
    const link = copy.querySelector('a')!;
    link.href = `#${name}`;
    link.textContent = words.faults[fault];
    return [copy];
  });
  item.replaceWith(...items);
  document.getElementById('problems')!.replaceChildren(summary);
  summary.focus();
}
