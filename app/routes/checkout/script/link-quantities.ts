import { formatUnambiguousAmount } from '~/platform/money/money';
import type { Locale } from '~/platform/text/languages';
import { setOrRemove } from './error-messages';
import { moveEntered, restoreEntered, storeEntered } from './entered-details';
import { toLatinDigits } from '~/platform/text/latin-digits';

/** The browser may have stopped by then, and the form can be submitted again. */
const submissionTimeoutMs = 10_000;

/** The total of a payment link's items and the buttons that change their quantities. */
export function enhanceLinkQuantities(form: HTMLFormElement): void {
  const { currency, locale } = form.dataset as { currency: string; locale: Locale };
  const inputs = Object.fromEntries([...form.querySelectorAll('input')].map((input) => [input.name, input]));
  // Together with the details of the payment that the payer changes.
  const place = new URLSearchParams(location.search).get('intent_id') ?? location.pathname;
  // Another language may read the same text as another amount.
  const enteredIn: { value: string } = { value: locale };
  restoreEntered(place, { enteredIn });
  const isSameLanguage = enteredIn.value === locale;
  restoreEntered(
    place,
    Object.fromEntries(Object.entries(inputs).filter(([name]) => isSameLanguage || name !== 'amount')),
  );
  form.addEventListener('input', () => storeEntered(place, { ...inputs, enteredIn: { value: locale } }));
  const items = [...form.querySelectorAll<HTMLElement>('[data-unit-price]')].map((element) => ({
    unitPrice: Number(element.dataset.unitPrice),
    quantity: Number(element.dataset.quantity),
    input: element.querySelector('input'),
    buttons: [...element.querySelectorAll<HTMLButtonElement>('[data-step]')],
  }));

  function showTotal(): void {
    const total = items.reduce(
      (sum, { unitPrice, quantity, input }) => sum + unitPrice * (input ? readQuantity(input) : quantity),
      0,
    );
    const line = form.querySelector<HTMLElement>('[data-total]');
    if (!line) return;
    line.hidden = !Number.isSafeInteger(total);
    line.querySelector('output')!.textContent = formatUnambiguousAmount(total || 0, currency, locale);
  }

  /** A button that can change nothing keeps the focus, so it isn't disabled for the browser. */
  function showLimits(): void {
    for (const { input, buttons } of items)
      for (const button of buttons) {
        const { minimum, maximum } = input!.dataset;
        const quantity = parseQuantity(input!.value);
        const isAtLimit =
          button.dataset.step === '1' ? quantity >= Number(maximum) : quantity <= Number(minimum);
        setOrRemove(button, 'aria-disabled', isAtLimit ? 'true' : undefined);
      }
  }

  const update = () => {
    showTotal();
    showLimits();
  };

  for (const { input, buttons } of items)
    for (const button of buttons) {
      button.hidden = false;
      button.addEventListener('click', () => {
        const { minimum, maximum } = input!.dataset;
        const quantity = (parseQuantity(input!.value) || 0) + Number(button.dataset.step);
        input!.value = String(Math.min(Number(maximum), Math.max(Number(minimum), quantity)));
        form.dispatchEvent(new Event('input'));
      });
    }
  form.addEventListener('input', update);
  update();
  const endBusy = () => form.removeAttribute('aria-busy');
  form.addEventListener('submit', (event) => {
    if (form.hasAttribute('aria-busy')) return event.preventDefault();
    form.setAttribute('aria-busy', 'true');
    moveEntered(place, location.pathname);
    setTimeout(endBusy, submissionTimeoutMs);
  });
  // A browser's Back restores the page, or what was entered once it's loaded.
  window.addEventListener('pageshow', () => {
    endBusy();
    update();
  });
}

/** NaN for anything but a quantity that the payer can choose. */
function readQuantity({ value, dataset }: HTMLInputElement): number {
  const quantity = parseQuantity(value);
  return quantity >= Number(dataset.minimum) && quantity <= Number(dataset.maximum) ? quantity : NaN;
}

const parseQuantity = (text: string) =>
  /^\d{1,3}$/.test(toLatinDigits(text).trim()) ? Number(toLatinDigits(text)) : NaN;
