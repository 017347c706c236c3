-- AlterTable
ALTER TABLE "payment_intents" ADD COLUMN     "canceled_at" TIMESTAMPTZ(3),
ADD COLUMN     "language" TEXT,
ADD COLUMN     "opened_at" TIMESTAMPTZ(3),
ADD COLUMN     "receipt" TEXT,
ADD COLUMN     "sent_back_at" TIMESTAMPTZ(3);

ALTER TABLE "payment_intents"
  DROP CONSTRAINT "payment_intents_state",
  ADD CONSTRAINT "payment_intents_state" CHECK (state IN ('OPEN', 'PAYING', 'PAID', 'BLOCKED', 'CANCELLED')),
  ADD CONSTRAINT "payment_intents_canceled" CHECK ((state = 'CANCELLED') = (canceled_at IS NOT NULL)),
  ADD CONSTRAINT "payment_intents_language" CHECK (language IN ('en', 'de', 'fr', 'es', 'ar')),
  ADD CONSTRAINT "payment_intents_receipt" CHECK (receipt IN ('WANTED', 'WRITTEN'));

-- Receipts that are due: as good as none, so that looking for them costs nothing.
CREATE INDEX "payment_intents_due_receipts" ON "payment_intents" ("id") WHERE receipt = 'WANTED' AND state = 'PAID';
