// The payment page's script. The page works without it. With it, digits are grouped, input is validated
// before it's sent, and a second click has no effect. It makes no requests.
import { detectCardBrand, parseExpiry, getSecurityCodeLength } from '~/payments/checkout/cards';
import { getBrandName } from '~/platform/cards/card-brands';
import { checkCard, checkSecurityCode } from '../card-form/card-validation';
import {
  cardFields,
  type CardField,
  type CardErrors,
  billingFields,
  type BillingField,
} from '../card-form/form-fields';
import { toLatinDigits } from '~/platform/text/latin-digits';
import { normalizeCardNumber, normalizeExpiry } from '../card-form/digit-normalization';
import { checkBilling } from '../card-form/billing-validation';
import type { ScriptMessages } from '../card-form/script-messages';
import { enhanceBillingAddress } from './billing-address';
import { getErrorText } from '../card-form/error-text';
import { enhanceLinkQuantities } from './link-quantities';
import {
  isInvalid,
  listMessages,
  removeErrorSummary,
  setOrRemove,
  showConsentError,
  showErrorSummary,
  showFieldError,
  updateErrorSummary,
} from './error-messages';
import { moveEntered, restoreEntered, storeEntered } from './entered-details';
import { keepFocus } from './kept-focus';
import { startProofOfWork } from './proof-of-work';
import { formatExpiryInput, formatCardNumber, type Deletion, type FieldText } from './field-formatting';

/** No payment takes longer. After that, the form can be submitted again, which the server recognizes. */
const submissionTimeoutMs = 40_000;

/** When the payer reads that their bank still hasn't responded, and that it takes longer than usual. */
const progressMs = [0, 5_000, 15_000];

/** Browsers render changes within this time. */
const paintMs = 50;

// The page may be the answer to a form. Going back to it, or reloading it, sends the form no more.
history.replaceState(null, '', location.href);

const form = document.querySelector<HTMLFormElement>('form[data-messages]');
if (form) enhanceForm(form);
const linkForm = document.querySelector<HTMLFormElement>('form[data-currency]');
if (linkForm) enhanceLinkQuantities(linkForm);
document.querySelector<HTMLElement>('[role=alert]')?.focus();
closeOnEscape(document.querySelector('nav details'));
keepFocus();

function enhanceForm(form: HTMLFormElement): void {
  const messages = JSON.parse(form.dataset.messages!) as ScriptMessages;
  const title = form.dataset.title!;
  const findFields = <Name extends string>(names: readonly Name[]) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const field = form.elements.namedItem(name);
        return field ? [[name, field]] : [];
      }),
    ) as Record<Name, HTMLInputElement>;
  const fields = findFields(cardFields);
  const billingInputs: Partial<Record<BillingField, HTMLInputElement>> = findFields(billingFields);
  const savedCards = form.elements.namedItem('card') as RadioNodeList | null;
  const ownDetails = { name: fields.name, ...billingInputs };
  const details = { ...ownDetails, ...(savedCards && { card: savedCards }) };
  const place = new URLSearchParams(location.search).get('intent_id') ?? '';
  const choiceLink = document.querySelector<HTMLAnchorElement>('[data-choice]');
  if (choiceLink) moveEntered(choiceLink.pathname, place);
  // After an error, the card that was tried is selected.
  restoreEntered(place, document.querySelector('[role=alert]') ? ownDetails : details);
  const billing = enhanceBillingAddress(form, () => readValues(billingInputs));
  const textFields = Object.entries({ ...fields, ...billingInputs });
  const consent = form.elements.namedItem('consent') as HTMLInputElement | null;
  /** The length of the security code of the saved card that is selected. 0 for a new card. */
  const getSavedCodeLength = () =>
    Number(form.querySelector<HTMLElement>('[name=card]:checked')?.dataset.codeLength ?? 0);
  const checkSelectedCard = (): CardErrors | undefined => {
    const codeLength = getSavedCodeLength();
    if (!codeLength) return checkCard(readValues(fields)).cardErrors;
    const { codeError } = checkSecurityCode(fields.code.value, codeLength);
    return codeError ? { code: codeError } : undefined;
  };
  const cardErrors = (): CardErrors => ({
    ...checkSelectedCard(),
    ...(billing && checkBilling(readValues(billingInputs), billing.getFormat(), billing)),
    ...(consent && !consent.checked && { consent: 'consent_missing' }),
  });
  const listFieldMessages = (errors: CardErrors) =>
    listMessages(errors, messages, billingInputs.country?.value);
  const showErrorOf = (name: string, field: HTMLInputElement, errors: CardErrors) => {
    const cardError = errors[name as keyof CardErrors];
    showFieldError(field, cardError && getErrorText(messages, name, cardError, billingInputs.country?.value));
  };

  const store = () => {
    const errors = cardErrors();
    const isCardNumber = (name: string) => errors[name as keyof CardErrors]?.endsWith('is_number');
    storeEntered(
      place,
      Object.fromEntries(
        Object.entries(details).map(([name, input]) => [name, isCardNumber(name) ? { value: '' } : input]),
      ),
    );
  };
  for (const event of ['input', 'change']) form.addEventListener(event, store);
  formatOnInput(fields.number, formatCardNumber);
  formatOnInput(fields.expiry, formatExpiryInput);
  formatOnInput(fields.code, ({ text, caret }) => ({ text: toLatinDigits(text).replace(/\D/g, ''), caret }));
  const showBrand = () => showCardBrand(fields, messages, getSavedCodeLength());
  fields.number.addEventListener('input', showBrand);
  showBrand();
  // A browser's Back restores what was entered once the page is loaded, also after a decline.
  window.addEventListener('pageshow', () => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (navigation?.type !== 'back_forward') return;
    fields.number.value = fields.code.value = '';
    showBrand();
  });
  // The page in another language asks for the card again.
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[hreflang]')) {
    const { search } = link;
    link.addEventListener('click', () => {
      const hasCard = fields.number.value || fields.expiry.value || fields.code.value;
      link.search = hasCard ? `${search}&cleared=1` : search;
    });
  }
  for (const option of form.querySelectorAll('[name=card]'))
    option.addEventListener('change', () => {
      // A security code belongs to one card.
      fields.code.value = '';
      for (const field of Object.values(fields)) showFieldError(field, undefined);
      removeErrorSummary(title);
      showBrand();
    });
  fields.expiry.addEventListener('change', () => {
    const date = parseExpiry(normalizeExpiry(fields.expiry.value));
    if (date) fields.expiry.value = `${String(date.month).padStart(2, '0')}/${String(date.year).slice(2)}`;
  });
  for (const [name, field] of textFields) {
    field.addEventListener('input', () => {
      // An error stays until it's corrected. No new error appears while the person types.
      if (isInvalid(field) && !cardErrors()[name as keyof CardErrors]) showErrorOf(name, field, {});
    });
    field.addEventListener('blur', ({ relatedTarget }) => {
      // Something that moves under the pointer would miss the click on it.
      const isLeft = !(relatedTarget instanceof HTMLButtonElement) && document.hasFocus();
      if (isLeft && field.value.trim()) showErrorOf(name, field, cardErrors());
    });
  }

  billingInputs.country?.addEventListener('change', () => {
    const errors = cardErrors();
    for (const [name, field] of textFields) if (isInvalid(field)) showErrorOf(name, field, errors);
    updateErrorSummary(listFieldMessages(errors));
  });

  fillScreen(form);
  consent?.addEventListener('change', () => showConsentError(consent, undefined));

  const proof = startProofOfWork(form);
  const progress = document.getElementById('progress')!;
  let timers: number[] = [];
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]')!;
  const cancelButton = document.querySelector<HTMLButtonElement>('[data-cancel]')!;
  const label = button.querySelector<HTMLElement>('[data-label]')!;
  const originalLabel = label.textContent;
  const setBusy = (isBusy: boolean) => {
    for (const timer of timers) clearTimeout(timer);
    timers = isBusy
      ? [
          window.setTimeout(() => setBusy(false), submissionTimeoutMs),
          ...progressMs.map((ms, i) =>
            window.setTimeout(() => (progress.textContent = messages.progress[i]!), ms),
          ),
        ]
      : [];
    progress.textContent = '';
    setOrRemove(form, 'aria-busy', isBusy ? 'true' : undefined);
    setOrRemove(button, 'aria-disabled', isBusy ? 'true' : undefined);
    cancelButton.disabled = isBusy;
    label.textContent = isBusy ? messages.payingNow : originalLabel;
    // Read-only fields are submitted, disabled ones aren't.
    for (const [, field] of textFields) field.readOnly = isBusy;
  };
  form.addEventListener('submit', (event) => {
    if (timers.length) return event.preventDefault();
    const foundErrors = cardErrors();
    for (const [name, field] of textFields) showErrorOf(name, field, foundErrors);
    if (consent) showConsentError(consent, foundErrors.consent && messages.cardErrors[foundErrors.consent]);
    if (Object.keys(foundErrors).length) {
      event.preventDefault();
      return showErrorSummary(listFieldMessages(foundErrors), messages, title);
    }
    if (!navigator.onLine) {
      event.preventDefault();
      return showErrorSummary([[undefined, messages.offline]], messages, title);
    }
    // With the fragment of a skip link, the browser would move the focus there instead of to the errors of the next page.
    history.replaceState(null, '', location.pathname + location.search);
    setBusy(true);
    if (proof.isDone()) return;
    // After the button shows progress: on slow phones, the remaining work takes a moment.
    event.preventDefault();
    setTimeout(() => {
      proof.finish();
      form.submit();
    }, paintMs);
  });
  // A page that the browser restored from its cache.
  window.addEventListener('pageshow', ({ persisted }) => persisted && setBusy(false));
}

function closeOnEscape(menu: HTMLDetailsElement | null): void {
  menu?.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    menu.open = false;
    menu.querySelector('summary')!.focus();
  });
  // An open menu would cover the control that has the focus.
  menu?.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget && !menu.contains(relatedTarget as Node)) menu.open = false;
  });
}

function readValues<Name extends string>(inputs: Partial<Record<Name, HTMLInputElement>>) {
  return Object.fromEntries(
    Object.entries<HTMLInputElement | undefined>(inputs).map(([name, input]) => [name, input!.value]),
  ) as Record<Name, string>;
}

/** What the payer's bank wants to know about the browser, and the server can't see. */
function fillScreen(form: HTMLFormElement): void {
  const { colorDepth, width, height } = window.screen;
  const timeZoneOffset = new Date().getTimezoneOffset();
  const details = { colorDepth, width, height, timeZoneOffset };
  (form.elements.namedItem('screen') as HTMLInputElement).value = JSON.stringify(details);
}

type Formatter = (current: FieldText, edit: { previousText: string; deleted: Deletion }) => FieldText;

/** Reformats a field after every edit, except during text composition. */
function formatOnInput(field: HTMLInputElement, format: Formatter): void {
  let previousText = field.value;
  field.addEventListener('input', (event) => {
    const { inputType = '', isComposing = false } = event as InputEvent;
    if (isComposing) return;
    const deleted =
      inputType === 'deleteContentBackward' ? 'before' : inputType.startsWith('delete') ? 'after' : null;
    const current = { text: field.value, caret: field.selectionStart ?? field.value.length };
    const { text, caret } = format(current, { previousText, deleted });
    if (text !== field.value) {
      field.value = text;
      if (document.activeElement === field) field.setSelectionRange(caret, caret);
    }
    previousText = text;
  });
}

/**
 * Shows the card's brand next to the number, and the length and position of its security code.
 * @param savedCodeLength of the saved card that is selected, 0 for a new one
 */
function showCardBrand(
  { number }: Record<CardField, HTMLInputElement>,
  messages: ScriptMessages,
  savedCodeLength: number,
): void {
  const digits = normalizeCardNumber(number.value);
  const brand = digits && detectCardBrand(digits);
  document.getElementById('brand')!.textContent = getBrandName(brand) ?? '';
  const isKnownBrand = brand !== '' && brand !== 'unknown';
  for (const mark of document.querySelectorAll<SVGElement>('#marks > *'))
    mark.toggleAttribute(
      'hidden',
      isKnownBrand ? mark.dataset.brand !== brand : mark.dataset.first !== 'true',
    );
  const length = savedCodeLength || (isKnownBrand ? getSecurityCodeLength(digits) : null);
  document.getElementById('code-drawing')!.dataset.side = length === 4 ? 'front' : 'back';
  document.getElementById('code-hint')!.textContent =
    length === null ? messages.codeHint : length === 4 ? messages.codeOnFront : messages.codeOnBack;
}
