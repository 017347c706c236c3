import type { Site } from './site';

/** The first link in the newest mail to somebody, as soon as there is one. */
export async function linkInMailTo(site: Pick<Site, 'origin'>, email: string): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const { mails } = (await (await fetch(`${site.origin}/dev/mailbox.json`)).json()) as { mails: { to: string; links: string[] }[] };
    const link = mails.find(({ to }) => to === email)?.links[0];
    if (link) return link;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`no mail to ${email}`);
}
