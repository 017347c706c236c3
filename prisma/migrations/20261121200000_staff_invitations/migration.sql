-- AlterTable
ALTER TABLE "email_links" ADD COLUMN     "role" TEXT;

-- CreateIndex
CREATE INDEX "mails_recipient_id_idx" ON "mails"("recipient", "id");

ALTER TABLE "email_links"
  ALTER COLUMN "role" TYPE "staff_role",
  ADD CONSTRAINT "email_links_role" CHECK (("purpose" = 'staff') = ("role" IS NOT NULL));
