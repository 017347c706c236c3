import type { RedirectFinding } from '~/payments/checkout/received-redirect';

const formatValue = (value: string) => (value ? `“${value}”` : 'empty');

/** What is wrong with a return address, and what usually makes it so. */
export function getRedirectFindingMessage(finding: RedirectFinding): { title: string; text: string } {
  switch (finding.kind) {
    case 'missing':
      return {
        title: `${finding.name} is missing`,
        text: 'All five parameters are signed, also one whose value is empty. Something between the browser and your code leaves it out.',
      };
    case 'twice':
      return {
        title: `${finding.name} stands there twice`,
        text: 'We write it once. Your code should refuse such an address: which of the two it reads is chance.',
      };
    case 'changed':
      return {
        title: `${finding.name} was changed`,
        text: `We signed ${formatValue(finding.signed)}. What you received says ${formatValue(finding.received)}.`,
      };
    case 'encoded_twice':
      return {
        title: `${finding.name} is percent-encoded twice`,
        text: `We signed ${formatValue(finding.signed)}. Something on the way has encoded the address once more: ${formatValue(finding.received)}.`,
      };
    case 'plus_lost':
      return {
        title: `A plus sign in ${finding.name} became a space`,
        text: `We signed ${formatValue(finding.signed)}, and wrote its plus as %2B. Something on the way wrote it as + again, which reads as a space.`,
      };
    case 'space_added':
      return {
        title: `${finding.name} has a space at its end or beginning`,
        text: `We signed ${formatValue(finding.signed)}.`,
      };
    case 'signature_missing':
      return { title: 'signature is missing', text: 'Without it anybody may have written the rest.' };
    case 'signature_length':
      return {
        title: `signature has ${finding.length} characters`,
        text: 'It has 64: 32 bytes in hex. It was cut off, or comes from another function.',
      };
    case 'signature_letters':
      return {
        title: 'signature is not in hex',
        text: 'It has 64 characters of 0 to 9 and a to f. Base64 is another way of writing bytes.',
      };
    case 'signature_upper_case':
      return {
        title: 'signature is in capital letters',
        text: 'It is right but for that. We write small letters; compare bytes, or make it small before you compare.',
      };
    case 'html_escaped':
      return {
        title: 'The parameters are joined by &amp;',
        text: 'That is how HTML writes &. The address was taken out of a page’s source; the rest was checked as if it read &.',
      };
    case 'unknown':
      return {
        title: 'The signature does not fit',
        text: 'Not as received, nor with what we know of the intent put in. Either several values were changed, or it was made with another secret: nobody but us should make one.',
      };
  }
}
