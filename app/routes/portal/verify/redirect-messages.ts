import type { RedirectFinding } from '~/payments/checkout/received-redirect';

const formatValue = (value: string) => (value ? `“${value}”` : 'empty');

/**
 * What's wrong with a redirect URL, and the usual cause.
 * @param owner what the redirect belongs to. Null if its IDs are unknown
 */
export function getRedirectFindingMessage(
  finding: RedirectFinding,
  owner: 'intent' | 'payment' | null,
): { title: string; text: string } {
  switch (finding.kind) {
    case 'missing':
      return {
        title: `${finding.name} is missing`,
        text: 'All five parameters are signed, even when a value is empty. Something between the browser and your code removed it.',
      };
    case 'twice':
      return {
        title: `${finding.name} appears twice`,
        text: 'We include it once. Your code should reject such a URL, because it could read either value.',
      };
    case 'changed':
      return {
        title: `${finding.name} was changed`,
        text: `We signed ${formatValue(finding.signed)}. You received ${formatValue(finding.received)}.`,
      };
    case 'encoded_twice':
      return {
        title: `${finding.name} is percent-encoded twice`,
        text: `We signed ${formatValue(finding.signed)}. Something encoded the URL a second time: ${formatValue(finding.received)}.`,
      };
    case 'plus_lost':
      return {
        title: `A plus sign in ${finding.name} became a space`,
        text: `We signed ${formatValue(finding.signed)} and encoded its plus sign as %2B. Something decoded it to +, which then reads as a space.`,
      };
    case 'space_added':
      return {
        title: `${finding.name} starts or ends with a space`,
        text: `We signed ${formatValue(finding.signed)}.`,
      };
    case 'signature_missing':
      return {
        title: 'signature is missing',
        text: 'Without a signature, anyone could have made up the other values.',
      };
    case 'signature_length':
      return {
        title: `signature has ${finding.length} characters`,
        text: 'It should have 64: 32 bytes in hex. It was cut off, or a different function created it.',
      };
    case 'signature_letters':
      return {
        title: 'signature is not in hex',
        text: 'It should be 64 characters, 0–9 and a–f. This may be Base64, which is a different encoding.',
      };
    case 'signature_upper_case':
      return {
        title: 'signature is in uppercase',
        text: 'It’s correct apart from that. We send lowercase. Compare bytes, or convert to lowercase before you compare.',
      };
    case 'html_escaped':
      return {
        title: 'The parameters are separated by &amp;',
        text: 'This is how HTML encodes &. The URL was probably copied from a page’s source. We checked the rest as if it contained &.',
      };
    case 'unknown':
      return {
        title: 'The signature doesn’t match',
        text: `${
          owner
            ? `It matches neither the values you received nor the ones we have for this ${owner}. Either several values were`
            : 'It doesn’t match the values you received. Either at least one value was'
        } changed, or the signature was created with a different secret, such as one you’ve rotated since. Don’t trust this redirect.`,
      };
  }
}
