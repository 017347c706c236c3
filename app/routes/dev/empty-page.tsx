import { requireDemo } from './demo-mode';

/** An empty page with the scripts that Remix adds to every page. Benchmarks compare portal pages with it. */
export function loader() {
  requireDemo();
  return null;
}

export default function EmptyPage() {
  return null;
}
