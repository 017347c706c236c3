-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "pci_certified_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "idempotency_keys" DROP CONSTRAINT "idempotency_keys_pkey",
DROP COLUMN "response_status",
DROP COLUMN "scope",
ADD CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("account_id", "environment", "family", "external_id");

-- AlterTable
ALTER TABLE "operations" ADD COLUMN     "reversed_by" TEXT;

-- AlterTable
ALTER TABLE "transactions" ADD COLUMN     "amount_charged_back" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "dispute_due_by" TIMESTAMPTZ(3),
ADD COLUMN     "dispute_reason" TEXT,
ADD COLUMN     "dispute_stage" TEXT;

-- CreateTable
CREATE TABLE "job_timers" (
    "job" TEXT NOT NULL,
    "next_run_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "runs" INTEGER NOT NULL DEFAULT 0,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "last_failed_at" TIMESTAMPTZ(3),
    "last_error" TEXT,

    CONSTRAINT "job_timers_pkey" PRIMARY KEY ("job")
);

-- CreateTable
CREATE TABLE "card_intents" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'OPEN',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "card_intents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "acquirer_statements" (
    "environment" TEXT NOT NULL,
    "acquirer" TEXT NOT NULL,
    "cursor" TEXT,
    "read_at" TIMESTAMPTZ(3),

    CONSTRAINT "acquirer_statements_pkey" PRIMARY KEY ("environment","acquirer")
);

-- CreateTable
CREATE TABLE "acquirer_entries" (
    "environment" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "authorization" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "approved" BOOLEAN NOT NULL,
    "details" JSONB,
    "times" INTEGER NOT NULL DEFAULT 1,
    "sequence" BIGSERIAL NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "handled_at" TIMESTAMPTZ(3),

    CONSTRAINT "acquirer_entries_pkey" PRIMARY KEY ("environment","reference","kind")
);

-- CreateTable
CREATE TABLE "reconciliation_breaks" (
    "id" BIGSERIAL NOT NULL,
    "environment" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "transaction_id" TEXT,
    "expected" TEXT NOT NULL,
    "found" TEXT NOT NULL,
    "found_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "resolved_at" TIMESTAMPTZ(3),

    CONSTRAINT "reconciliation_breaks_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "card_intents_account_id_environment_external_id_idx" ON "card_intents"("account_id", "environment", "external_id");

-- CreateIndex
CREATE INDEX "reconciliation_breaks_resolved_at_found_at_idx" ON "reconciliation_breaks"("resolved_at", "found_at");

-- AddForeignKey
ALTER TABLE "card_intents" ADD CONSTRAINT "card_intents_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "transactions"
  DROP CONSTRAINT "transactions_no_negative_amount",
  DROP CONSTRAINT "transactions_refundable",
  ADD CONSTRAINT "transactions_no_negative_amount" CHECK (
    least(amount_authorized, amount_captured, amount_voided, amount_expired, amount_refunded, amount_charged_back, hold_reserved, refund_reserved, chargeback_open) >= 0),
  ADD CONSTRAINT "transactions_refundable" CHECK (
    type <> 'PAYMENT' OR amount_refunded + refund_reserved + chargeback_open + amount_charged_back <= amount_captured),
  ADD CONSTRAINT "transactions_dispute" CHECK (
    (type = 'CHARGEBACK') = (dispute_stage IS NOT NULL) AND (dispute_stage IS NULL OR dispute_stage IN ('needs_response', 'won', 'lost')));

-- The acquirer may tell of a chargeback more than once; it opens once.
CREATE UNIQUE INDEX "transactions_chargeback" ON "transactions" (environment, authorization_id) WHERE type = 'CHARGEBACK';

ALTER TABLE "card_intents"
  ADD CONSTRAINT "card_intents_environment" CHECK (environment IN ('test', 'live')),
  ADD CONSTRAINT "card_intents_state" CHECK (state IN ('OPEN', 'DONE'));

CREATE INDEX "acquirer_entries_unhandled" ON "acquirer_entries" (sequence) WHERE handled_at IS NULL;
ALTER TABLE "acquirer_entries" ADD CONSTRAINT "acquirer_entries_environment" CHECK (environment IN ('test', 'live'));

-- Open once, however many runs find it.
CREATE UNIQUE INDEX "reconciliation_breaks_open" ON "reconciliation_breaks" (environment, kind, subject, coalesce(transaction_id, '')) WHERE resolved_at IS NULL;
