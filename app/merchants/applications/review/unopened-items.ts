import type { Application } from '~/merchants/applications/applications';
import {
  listReviewItems,
  type ApplicationContents,
  type ReviewItem,
} from '~/merchants/applications/answers/review-items';
import { findSubmittedContents } from '~/merchants/applications/answers/submitted-contents';
import { prisma, type Database } from '~/platform/database/db.server';

/**
 * The submitted items whose content the review page doesn't contain, and that no staff member has opened: documents, and the
 * bank account number. A number that the merchant changed has to be opened again.
 */
export async function findUnopenedItems(
  application: Pick<Application, 'id' | 'accountId' | 'round'>,
  contents: ApplicationContents,
  db: Database = prisma,
): Promise<ReviewItem[]> {
  const openableItems = listReviewItems(contents).filter(
    ({ document, question, displayValue }) => document || (question?.secret && displayValue),
  );
  const { id, accountId } = application;
  const views = await db.auditEntry.findMany({
    where: {
      accountId,
      subject: { in: [id, ...openableItems.flatMap(({ document }) => document?.id ?? [])] },
      action: { in: ['document_viewed', 'document_downloaded', 'bank_account_viewed'] },
    },
    select: { subject: true, createdAt: true },
  });
  const numberSubmittedAt = await findNumberSubmission(application, contents, db);
  return openableItems.filter(
    ({ document }) =>
      !views.some(({ subject, createdAt }) =>
        document ? subject === document.id : subject === id && createdAt >= numberSubmittedAt,
      ),
  );
}

/** When the current bank account number was submitted first, without another one since. */
async function findNumberSubmission(
  { id, round }: Pick<Application, 'id' | 'round'>,
  { answers }: ApplicationContents,
  db: Database,
): Promise<Date> {
  let first = round;
  while (
    (await findSubmittedContents({ id }, first - 1, db))?.answers.account_number === answers.account_number
  )
    first -= 1;
  const { createdAt } = await db.applicationSubmission.findUniqueOrThrow({
    where: { applicationId_round: { applicationId: id, round: first } },
    select: { createdAt: true },
  });
  return createdAt;
}
