import type { Site } from './site';

type CapturedMail = { to: string; subject: string; links: string[] };

/** Every email sent so far, newest first. */
export async function readMails(site: Pick<Site, 'origin'>): Promise<CapturedMail[]> {
  return ((await (await fetch(`${site.origin}/dev/mailbox.json`)).json()) as { mails: CapturedMail[] }).mails;
}

/** The first link in the newest email to a person (with this subject), as soon as there is one. */
export async function waitForMailLink(
  site: Pick<Site, 'origin'>,
  email: string,
  about = /(?:)/,
): Promise<string> {
  for (let attempts = 0; attempts < 100; attempts++) {
    const link = (await readMails(site)).find(({ to, subject }) => to === email && about.test(subject))
      ?.links[0];
    if (link) return link;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`no mail to ${email} about ${about.source}`);
}
