-- CreateTable
CREATE TABLE "disputes" (
    "transaction_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "text" TEXT NOT NULL DEFAULT '',
    "decision" TEXT,
    "state" TEXT,
    "files" JSONB NOT NULL DEFAULT '[]',
    "submitted_by" TEXT,
    "submitted_at" TIMESTAMPTZ(3),
    "answered_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_try_at" TIMESTAMPTZ(3),
    "reminded_at" TIMESTAMPTZ(3),

    CONSTRAINT "disputes_pkey" PRIMARY KEY ("transaction_id")
);

-- AddForeignKey
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_transaction_id_fkey" FOREIGN KEY ("transaction_id") REFERENCES "transactions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "disputes"
  ALTER COLUMN "environment" TYPE "environment",
  ADD CONSTRAINT "disputes_decision" CHECK ("decision" IN ('answer', 'accept')),
  ADD CONSTRAINT "disputes_state" CHECK ("state" IN ('sending', 'acknowledged', 'refused')),
  ADD CONSTRAINT "disputes_submitted" CHECK (("decision" IS NULL) = ("state" IS NULL) AND ("decision" IS NULL) = ("submitted_at" IS NULL) AND ("decision" IS NULL) = ("submitted_by" IS NULL)),
  ADD CONSTRAINT "disputes_sending" CHECK (("next_try_at" IS NOT NULL) = ("state" IS NOT DISTINCT FROM 'sending')),
  ADD CONSTRAINT "disputes_answered" CHECK (("answered_at" IS NOT NULL) = ("state" IS NOT NULL AND "state" <> 'sending'));
CREATE INDEX "disputes_due" ON "disputes" ("next_try_at") WHERE "state" = 'sending';

INSERT INTO "disputes" ("transaction_id", "account_id", "environment")
SELECT "id", "account_id", "environment" FROM "transactions" WHERE "type" = 'CHARGEBACK';

-- Every value so far is among those of now, so no row needs to be looked at.
ALTER DOMAIN "dispute_stage" DROP CONSTRAINT "dispute_stage_check";
ALTER DOMAIN "dispute_stage" ADD CONSTRAINT "dispute_stage_check" CHECK (VALUE IN ('needs_response', 'under_review', 'accepted', 'won', 'lost')) NOT VALID;

CREATE INDEX "transactions_disputes_open" ON "transactions" ("account_id", "environment", "dispute_due_by", "id") WHERE "dispute_stage" = 'needs_response';
CREATE INDEX "transactions_chargebacks" ON "transactions" ("account_id", "environment", "id") WHERE "type" = 'CHARGEBACK';
