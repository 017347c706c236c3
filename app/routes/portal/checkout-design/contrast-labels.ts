import type { ContrastCheck } from '~/merchants/checkout-design/checkout-theme';

const messages: Record<ContrastCheck['what'], { name: string; fault: string }> = {
  button_text: { name: 'Button text', fault: 'The contrast is too low to publish this design.' },
  button_edge: {
    name: 'Button against background',
    fault: 'The button hardly stands out. You can publish this design, but payers may miss the button.',
  },
};

/** The result of a contrast check, and what it means. */
export function describeContrast({ what, ratio, needed, nearest }: ContrastCheck): string {
  const { name, fault } = messages[what];
  const found = `${name}: contrast ${formatRatio(ratio)}`;
  return nearest ? `${found}, but ${needed}:1 is needed. ${fault}` : `${found}, easy to see.`;
}

/** Rounded down, so that an insufficient contrast never looks sufficient. */
export function formatRatio(ratio: number): string {
  return `${Math.floor(ratio * 10) / 10}:1`;
}
