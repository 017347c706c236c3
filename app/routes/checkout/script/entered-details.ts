type Details = Record<string, string>;
type Inputs = Record<string, { value: string }>;

const storageKey = 'entered-details';

/**
 * Keeps what the payer entered about themselves when they leave the page and come back, for example, from their bank or in
 * another language. It stays in the browser's tab, for one payment or card, and contains no card data.
 */
export function restoreEnteredDetails(inputs: Inputs): void {
  try {
    const { intent, ...details } = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Details;
    if (intent !== getIntent()) return;
    for (const [name, input] of Object.entries(inputs)) input.value ||= details[name] ?? '';
  } catch {
    // The browser keeps nothing for this site.
  }
}

export function storeEnteredDetails(inputs: Inputs): void {
  const details = Object.entries(inputs).map(([name, { value }]) => [name, value]);
  try {
    sessionStorage.setItem(
      storageKey,
      JSON.stringify({ ...Object.fromEntries(details), intent: getIntent() }),
    );
  } catch {
    // As above.
  }
}

const getIntent = () => new URLSearchParams(location.search).get('intent_id');
