import { ButtonLink } from '~/ui/forms/button';
import { TestCardText } from '~/ui/content/test-card-text';

/** How to take a payment without writing code. */
export function FirstPaymentLink() {
  return (
    <>
      <p className="mb-4 max-w-2xl">
        You don’t need a website or a developer: create a payment link, open it, and pay with <TestCardText />
        .
      </p>
      <ButtonLink to="/payment-links/new">Create a payment link</ButtonLink>
    </>
  );
}
