import { setTimeout as sleep } from 'node:timers/promises';
import { startS3 } from '../../tests/peers/services/s3';
import { startSmtp } from '../../tests/peers/services/smtp';
import { pdf } from '../../tests/world/sample-files';
import { openInstallation } from '../installation';
import { Person } from '../person';
import { pick, pickNumber } from '../random';
import { compareWithBooks, type PartReport } from '../report';
import { startWorkload } from '../workload';

const load = { clients: 4, pauseMs: 100 };
const arrivalMs = 120_000;
/** Fewer than an account may upload in an hour. */
const maximumUploads = 50;

/** Takes the mail server and the document storage away while people register and upload documents. */
export async function provePeerOutages(seconds: number): Promise<PartReport> {
  const [smtp, s3] = await Promise.all([startSmtp(), startS3()]);
  const installation = await openInstallation({
    processes: 2,
    database: {},
    settings: { SMTP_URL: smtp.url, MAIL_FROM: 'Tillway <noreply@tillway.example>', ...s3.env },
  });
  try {
    const merchant = await installation.connectMerchant();
    const owner = new Person(merchant);
    await owner.askForAccount('owner@outage.example');
    await owner.completeRegistration('owner@outage.example', smtp.mails);
    const workload = startWorkload(merchant, load);
    const promised: string[] = [];
    const uploaded: string[] = [];
    const outages = { smtp: 0, s3: 0 };
    for (const until = performance.now() + seconds * 1000; performance.now() < until;) {
      const name = pick(['smtp', 's3'] as const);
      const peer = { smtp, s3 }[name];
      // Begins while a document is being checked and emails are being sent.
      const work = [upload(), askForAccount(), askForAccount()];
      await sleep(pickNumber(0, 300));
      await peer.goOffline();
      outages[name]++;
      work.push(upload(), askForAccount(), askForAccount());
      await Promise.all(work);
      await sleep(pickNumber(1_000, 6_000));
      await peer.goOnline();
    }
    await workload.end();
    const problems = [...(await waitForMails()), ...(await waitForDocuments())];
    const counts = [
      `${outages.smtp} outages of SMTP, ${promised.length} emails`,
      `${outages.s3} of S3, ${uploaded.length} documents`,
    ];
    return await compareWithBooks('SMTP and S3 fail', installation, merchant, { counts, problems });

    async function upload(): Promise<void> {
      if (uploaded.length >= maximumUploads) return;
      const id = await owner.upload(pdf());
      if (id) uploaded.push(id);
    }
    async function askForAccount(): Promise<void> {
      const email = `person-${promised.length}-${pickNumber(0, 1e9)}@outage.example`;
      promised.push(email);
      if (!(await new Person(merchant).askForAccount(email))) throw new Error(`${email} was refused`);
    }
    async function waitForMails(): Promise<string[]> {
      const missing = () => {
        const recipients = smtp.mails.flatMap(({ to = [] }) => to.map(({ address }) => address));
        return promised.filter((email) => !recipients.includes(email));
      };
      for (const start = performance.now(); missing().length && performance.now() - start < arrivalMs;)
        await sleep(500);
      return missing().map((email) => `no email to ${email}`);
    }
    /** Only the last document of a place is checked; it replaces the earlier ones. */
    async function waitForDocuments(): Promise<string[]> {
      const last = uploaded.at(-1);
      return last
        ? owner.waitForDocument(last).then(
            () => [],
            (error: Error) => [error.message],
          )
        : ['no document was uploaded'];
    }
  } finally {
    await smtp.goOffline();
    await installation.stop();
    await s3.stop();
  }
}
