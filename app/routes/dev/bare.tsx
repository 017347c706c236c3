import { requireDemo } from './demo';

/** The least that a page without scripts can be, for the payers' pages to be measured against. */
export const handle = { script: false };

export function loader() {
  requireDemo();
  return null;
}

export default function Bare() {
  return null;
}
