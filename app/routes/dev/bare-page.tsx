import { requireDemo } from './demo-mode';

/** The least that a page without scripts can be, for the payers' pages to be measured against. */
export const handle = { script: false };

export function loader() {
  requireDemo();
  return null;
}

export default function BarePage() {
  return null;
}
