/**
 * Every script that may run on a payment page, its purpose, and its SHA-256 (PCI DSS 6.4.3). A test compares
 * it with the build and with what a browser loads. The monitoring compares it with what arrives.
 */
export const checkoutScripts: readonly { name: string; reason: string; sha256: string }[] = [
  {
    name: 'checkout',
    reason:
      'Formats the card number, arranges and names the address for its country, keeps the payer’s name and address (never the card) in the tab, adds up a payment link’s quantities, validates the form before it is sent, follows the selected saved card, keeps the focus on a page that waits for the bank, prevents double submission, shows progress, proves that a browser opened the form, and adds the screen size and time zone that banks need for 3-D Secure.',
    sha256: '+THilxF2ahxCswhgXCWugrdLB3q+GCPpFETDxrk/SJI=',
  },
];
