import { requireDemo } from './demo';

/** The least that a page can be, for others to be measured against. */
export const handle = { script: false };

export function loader() {
  requireDemo();
  return null;
}

export default function Empty() {
  return null;
}
