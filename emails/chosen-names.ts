import { isolateText } from '~/platform/text/bidi-isolation';

/** An account in an email to its members, or to someone whom they invite. */
export type AccountProps = {
  businessName: string;
  /** Whether staff approved the account and its name. Emails from before an upgrade don't say. */
  approved?: boolean;
  /** The account's time zone, for times in the text. Absent in emails from before an upgrade. */
  timeZone?: string;
};

/**
 * A part of a subject with names that people chose, or the fallback: anyone can open an account with any name
 * and email its invitations to anyone (decision record 37).
 */
export function ifApproved(
  { businessName, approved }: AccountProps,
  phrase: (businessName: string) => string,
  fallback = '',
): string {
  return approved ? phrase(isolateText(businessName, 'ltr')) : fallback;
}

const wordJoiner = '\u2060';

/**
 * A name that somebody chose, in the text of an email: in quotation marks that it can't close, and with
 * invisible characters that keep mail clients from turning a domain into a link.
 */
export function quoteName(name: string): string {
  const unlinked = name.replace(/(?<=\S)[.。:/@](?=\S)/gu, `$&${wordJoiner}`);
  return `“${isolateText(unlinked.replace(/[“”„‟"«»]/gu, '’'), 'ltr')}”`;
}
