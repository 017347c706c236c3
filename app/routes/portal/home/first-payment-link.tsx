import { TextLink } from '~/ui/content/text-link';

/** How to take a payment without writing code. */
export function FirstPaymentLink({ className }: { className?: string }) {
  return (
    <p className={className}>
      No website or developer? <TextLink to="/payment-links/new">Create a payment link</TextLink>, and open it
      to pay.
    </p>
  );
}
