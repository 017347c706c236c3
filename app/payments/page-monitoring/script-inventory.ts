/**
 * Every script that may run on a payment page, its purpose, and its SHA-256 (PCI DSS 6.4.3). A test compares
 * it with the build and with what a browser loads. The monitoring compares it with what arrives.
 */
export const checkoutScripts: readonly { name: string; reason: string; sha256: string }[] = [
  {
    name: 'checkout',
    reason:
      'Formats the card number, validates the form before it is sent, prevents double submission, and proves that a browser opened the form.',
    sha256: 'Kfo5l6L77Hi4+IP0crEjIx4bNvsDmtE88At9203r0iw=',
  },
];
