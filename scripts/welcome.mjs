/** What a person needs to begin, under headings: addresses, logins, credentials, mail. */
export function welcome(summary) {
  if (!summary) return '';
  return summary;
}
