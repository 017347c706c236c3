import type { Site } from './site';

type CaughtMail = { to: string; subject: string; links: string[] };

/** Every mail that was sent so far, newest first. */
export async function readMails(site: Pick<Site, 'origin'>): Promise<CaughtMail[]> {
  return ((await (await fetch(`${site.origin}/dev/mailbox.json`)).json()) as { mails: CaughtMail[] }).mails;
}

/** The newest mail to somebody for which something holds, as soon as there is one: mails leave by a job. */
async function mailTo(site: Pick<Site, 'origin'>, email: string, holds: (mail: CaughtMail) => boolean, sought: string): Promise<CaughtMail> {
  for (let tries = 0; tries < 100; tries++) {
    const mail = (await readMails(site)).find((mail) => mail.to === email && holds(mail));
    if (mail) return mail;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`no mail ${sought} to ${email}`);
}

/** The first link in the newest mail to somebody, as soon as there is one. */
export const linkInMailTo = async (site: Pick<Site, 'origin'>, email: string): Promise<string> => (await mailTo(site, email, ({ links }) => links.length > 0, 'with a link')).links[0]!;

/** Waits until somebody has been sent a mail with this subject. */
export const mailAbout = (site: Pick<Site, 'origin'>, email: string, subject: string): Promise<CaughtMail> => mailTo(site, email, (mail) => mail.subject === subject, `"${subject}"`);
