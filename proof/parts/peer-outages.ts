import { setTimeout as sleep } from 'node:timers/promises';
import { startS3 } from '../../tests/peers/services/s3';
import { startSmtp } from '../../tests/peers/services/smtp';
import { pdf } from '../../tests/world/documents/sample-files';
import { CleanupScope } from '../cleanup';
import { openInstallation } from '../installation';
import { Person } from '../person';
import { poll } from '../polling';
import { pickNumber } from '../random-values';
import { compareWithBooks, type PartReport } from '../report';
import { startWorkload } from '../workload';

const load = { clients: 4, pauseMs: 100 };
/** Below the hourly upload limit of an account. */
const maximumUploads = 50;

/** Takes the mail server and the document storage offline in turn while people register and upload documents. */
export async function provePeerOutages(seconds: number): Promise<PartReport> {
  const scope = new CleanupScope();
  try {
    const smtp = await startSmtp();
    scope.add(() => smtp.goOffline());
    const s3 = await startS3();
    scope.add(() => s3.stop());
    const installation = await openInstallation({
      processes: 2,
      database: {},
      settings: { SMTP_URL: smtp.url, MAIL_FROM: 'Tillway <noreply@tillway.example>', ...s3.env },
    });
    scope.add(() => installation.stop());
    const merchant = await installation.connectMerchant();
    const owner = new Person(merchant);
    await owner.register('owner@outage.example');
    await owner.completeRegistration('owner@outage.example', smtp.mails);
    const workload = startWorkload(merchant, load);
    const registered: string[] = [];
    const problems: string[] = [];
    const counts = { smtp: 0, s3: 0, uploads: 0 };
    let lastDocument: string | null = null;

    for (const until = performance.now() + seconds * 1000; performance.now() < until;) {
      const name = counts.smtp > counts.s3 ? 's3' : 'smtp';
      const peer = { smtp, s3 }[name];
      // Begins while a document is being checked and emails are being sent.
      await upload();
      const registrations = [register(), register()];
      await sleep(pickNumber(0, 300));
      await peer.goOffline();
      counts[name]++;
      await Promise.all([...registrations, upload(), register(), register()]);
      await sleep(pickNumber(1_000, 6_000));
      await peer.goOnline();
    }
    await workload.end();
    // An email that failed several times waits up to twice as long as it has existed.
    await poll(() => listMissingMails().length === 0, { timeoutMs: Math.max(120, 2 * seconds) * 1000 });
    problems.push(...listMissingMails().map((email) => `no email to ${email}`));
    // A document replaces the earlier ones of its kind.
    if (!lastDocument) problems.push('no document was uploaded');
    else if (!(await owner.waitForDocument(lastDocument)))
      problems.push(`document ${lastDocument} was not ready in time`);
    return await compareWithBooks('SMTP and S3 fail', installation, merchant, {
      counts: [
        `${counts.smtp} outages of SMTP, ${registered.length} emails`,
        `${counts.s3} of S3, ${counts.uploads} documents`,
      ],
      problems,
    });

    async function upload(): Promise<void> {
      if (counts.uploads >= maximumUploads) return;
      const id = await owner.upload(pdf());
      if (!id) return;
      counts.uploads++;
      lastDocument = id;
    }
    async function register(): Promise<void> {
      const email = `person-${registered.length}-${pickNumber(0, 1e9)}@outage.example`;
      registered.push(email);
      if (!(await new Person(merchant).register(email))) problems.push(`${email} could not register`);
    }
    function listMissingMails(): string[] {
      const recipients = new Set(smtp.mails.flatMap(({ to = [] }) => to.map(({ address }) => address)));
      return registered.filter((email) => !recipients.has(email));
    }
  } finally {
    await scope.close();
  }
}
