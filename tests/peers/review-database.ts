// A folder's database with applications and two logged-in reviewers, created before a server opens it. What
// the browser needs is written to standard output. Run with --import tsx and DATA_DIR.
import { startSession } from '~/identity/sessions/sessions';
import { addPerson, saveAnswers } from '~/merchants/applications/answers/answers';
import { requestChanges } from '~/merchants/applications/review/decisions';
import { assignCase } from '~/merchants/applications/review/assignments';
import { submitApplication } from '~/merchants/applications/submission';
import { saveItemReviews } from '~/merchants/applications/review/item-reviews';
import { closeDatabase, pool, prisma } from '~/platform/database/db.server';
import { loadPersistentKeys } from '~/platform/secrets/persistent-keys.server';
import { applyMigrations } from '~/platform/database/migrations/migrations.server';
import { boss } from '~/platform/jobs/queue.server';
import {
  buildApplication,
  buildDocument,
  buildReviewer,
  soleOwner,
  buildReviewStep,
} from '../world/applications';
import { jpeg, pdf } from '../world/documents/sample-files';
import { buildMerchant } from '../world/merchants';

await applyMigrations(pool);
await loadPersistentKeys();
await boss.start();

const [mia, noor] = [await buildReviewer('Mia Reviewer'), await buildReviewer('Noor Reviewer')];
const people = [soleOwner()];
const buildNamedMerchant = async (name: string) => ({
  merchant: await buildMerchant({ name, email: `owner@${name.toLowerCase().replaceAll(' ', '-')}.example` }),
});

const first = await buildApplication('DRAFT', { ...(await buildNamedMerchant('Quayside Books')), people });
const writer = { accountId: first.merchant.accountId, userId: first.merchant.ownerId };
await buildDocument(writer.accountId, { kind: 'registration_extract', bytes: pdf('Extract') });
const { id: subject } = await prisma.applicationPerson.findFirstOrThrow({
  where: { applicationId: first.applicationId },
  select: { id: true },
});
await buildDocument(writer.accountId, { kind: 'identity_document', subject, bytes: pdf('Identity card') });
await buildDocument(writer.accountId, {
  kind: 'bank_statement',
  fileName: 'statement.jpg',
  contentType: 'image/jpeg',
  bytes: await jpeg(600, 400),
});
await submitApplication(writer);
await prisma.application.update({
  where: { id: first.applicationId },
  data: { promisedAt: new Date(Date.now() - 50 * 3_600_000) },
});

const again = await buildApplication('SUBMITTED', await buildNamedMerchant('Second Round Tea'));
const secondRoundUser = { accountId: again.merchant.accountId, userId: again.merchant.ownerId };
await assignCase(await buildReviewStep(again.applicationId, mia));
const step = await buildReviewStep(again.applicationId, mia);
await saveItemReviews(step, [
  { subject: 'city', result: 'change', reason: 'The register names another town.' },
  { subject: 'people', result: 'change', reason: 'The register names a second director.' },
]);
await requestChanges({ ...step, message: 'Nearly there.' });
await saveAnswers(secondRoundUser, { city: 'Bremen' });
const addedPerson = await addPerson(secondRoundUser, { ...soleOwner(), person_role: 'director' });
if (typeof addedPerson === 'string') throw new Error(addedPerson);
await buildDocument(secondRoundUser.accountId, { kind: 'identity_document', subject: addedPerson.personId });
await submitApplication(secondRoundUser);

const twin = await buildApplication('REJECTED', {
  ...(await buildNamedMerchant('Twin Traders')),
  people,
  reviewerId: noor,
});

/** The cookie of a person who has just entered their password and code. */
async function logIn(
  userId: string,
  area: 'portal' | 'staff' = 'staff',
): Promise<{ name: string; value: string }> {
  const [, name, value] = /^([^=]+)=([^;]+)/.exec(
    await startSession(new Request('http://localhost:3000/'), userId, '127.0.0.1', area),
  )!;
  return { name: name!, value: value! };
}

process.stdout.write(
  JSON.stringify({
    mia: await logIn(mia),
    noor: await logIn(noor),
    owner: await logIn(first.merchant.ownerId, 'portal'),
    first: first.applicationId,
    again: again.applicationId,
    twin: twin.applicationId,
  }),
);
await boss.stop({ graceful: false });
await closeDatabase();
process.exit(0);
