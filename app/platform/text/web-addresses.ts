/**
 * Whether mail clients could turn a part of a text into a link: a URL, or a dot between letters, because new
 * top-level domains appear all the time. "J.R.R. Tolkien" and "St. Mary" are none.
 */
export function containsWebAddress(text: string): boolean {
  return containsUrl(text) || /[\p{L}\p{N}][.。][\p{L}\p{N}]{2}/u.test(text.normalize('NFKC'));
}

/** Whether a text contains more than a domain, which may be a business's name. */
export function containsUrl(text: string): boolean {
  return /:\/\/|\bwww\.|@[\p{L}\p{N}-]+\.\p{L}|[\p{L}\p{N}][.。][\p{L}\p{N}]+(?::\d+)?[/?#]/iu.test(
    text.normalize('NFKC'),
  );
}
