import { requireDemo } from './demo-mode';

/** The least that a page can be, with the scripts that Remix gives every page, for the portal's to be measured against. */
export function loader() {
  requireDemo();
  return null;
}

export default function EmptyPage() {
  return null;
}
