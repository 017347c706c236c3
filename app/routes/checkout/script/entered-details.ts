type Inputs = Record<string, { value: string }>;

const storageKey = 'entered-details';

/**
 * Keeps what the payer entered about themselves when they leave the page and come back, for example, from their bank or in
 * another language. It stays in the browser's tab, for one payment, card, or link, and contains no card data.
 */
export function restoreEntered(place: string, inputs: Inputs): void {
  const details = readDetails(place);
  for (const [name, input] of Object.entries(inputs))
    if (details[name] !== undefined) input.value = details[name];
}

export function storeEntered(place: string, inputs: Inputs): void {
  writeDetails(place, {
    ...readDetails(place),
    ...Object.fromEntries(Object.entries(inputs).map(([name, { value }]) => [name, value])),
  });
}

/** A payer who changes their choice gets another payment. */
export function moveEntered(place: string, newPlace: string): void {
  const details = readDetails(place);
  if (Object.keys(details).length) writeDetails(newPlace, details);
}

function readDetails(place: string): Record<string, string> {
  try {
    const [storedPlace, details] = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [
      string?,
      Record<string, string>?,
    ];
    if (details && storedPlace === place) return details;
  } catch {
    // The browser keeps nothing for this site.
  }
  return {};
}

function writeDetails(place: string, details: Record<string, string>): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([place, details]));
  } catch {
    // As above.
  }
}
