/** What to enter at a checkout of the test environment, for the middle of a sentence. */
export function TestCardText() {
  return (
    <>
      the test card <span className="font-medium">4242 4242 4242 4242</span>, any expiration date in the next
      25 years, any security code of 3 digits, and any name
    </>
  );
}
