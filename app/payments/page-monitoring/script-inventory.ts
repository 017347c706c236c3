/**
 * Every script that may run on a page where cards are typed, why it is there, and the SHA-256 of what is sent (PCI DSS 6.4.3).
 * A test compares it with what is built and with what a browser loads; the watch compares it with what arrives.
 */
export const checkoutScripts: readonly { name: string; reason: string; sha256: string }[] = [
  {
    name: 'checkout',
    reason:
      'Formats the card number, validates the form before it is sent, prevents double submission, and proves that a browser opened the form.',
    sha256: 'BbCCfMMnURWRq2Tcnkizqn2XPPUKJZAdzJI4px4cRrI=',
  },
];
