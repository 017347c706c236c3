import { requireDemo } from './demo-mode';

/** An empty page without scripts. Benchmarks compare the payment page with it. */
export const handle = { script: false };

export function loader() {
  requireDemo();
  return null;
}

export default function BarePage() {
  return null;
}
