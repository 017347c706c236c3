-- AlterTable
ALTER TABLE "webhook_events" ADD COLUMN     "handed_out_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "environment" "environment" NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "events" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "status" TEXT NOT NULL DEFAULT 'enabled',
    "disabled_reason" TEXT,
    "disabled_at" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "sealed" TEXT NOT NULL,
    "previous_sealed" TEXT,
    "previous_ends_at" TIMESTAMPTZ(3),
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "environment" "environment" NOT NULL,
    "transaction_id" TEXT,
    "status" TEXT NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_try_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "leased_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_attempts" (
    "id" BIGSERIAL NOT NULL,
    "delivery_id" TEXT NOT NULL,
    "asked_by" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "status" INTEGER,
    "fault" TEXT,
    "request_headers" JSONB NOT NULL,
    "response_headers" JSONB,
    "response_body" TEXT,

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_requests" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "environment" "environment" NOT NULL,
    "secret_id" TEXT,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "operation" TEXT,
    "status" INTEGER NOT NULL,
    "code" TEXT,
    "external_id" TEXT,
    "outcome" TEXT,
    "transaction_id" TEXT,
    "intent_id" TEXT,
    "request_body" TEXT,
    "response_body" TEXT,
    "duration_ms" INTEGER NOT NULL,
    "address" TEXT,
    "user_agent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_requests_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhook_endpoints_account_id_environment_id_idx" ON "webhook_endpoints"("account_id", "environment", "id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_endpoint_id_id_idx" ON "webhook_deliveries"("endpoint_id", "id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_account_id_environment_id_idx" ON "webhook_deliveries"("account_id", "environment", "id");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_deliveries_event_id_endpoint_id_key" ON "webhook_deliveries"("event_id", "endpoint_id");

-- CreateIndex
CREATE INDEX "webhook_attempts_delivery_id_id_idx" ON "webhook_attempts"("delivery_id", "id");

-- CreateIndex
CREATE INDEX "api_requests_account_id_environment_id_idx" ON "api_requests"("account_id", "environment", "id");

-- CreateIndex
CREATE INDEX "api_requests_account_id_environment_external_id_id_idx" ON "api_requests"("account_id", "environment", "external_id", "id");

-- CreateIndex
CREATE INDEX "api_requests_created_at_idx" ON "api_requests"("created_at");

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "webhook_events"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "webhook_deliveries"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- The operator of earlier versions could do what finance can.
UPDATE "members" SET "role" = 'finance' WHERE "role" = 'operator';

-- What was told before there were endpoints went to nobody.
UPDATE "webhook_events" SET "handed_out_at" = now();
CREATE INDEX "webhook_events_not_handed_out" ON "webhook_events" ("id") WHERE "handed_out_at" IS NULL;

ALTER TABLE "webhook_endpoints"
  ADD CONSTRAINT "webhook_endpoints_status" CHECK ("status" IN ('enabled', 'disabled')),
  ADD CONSTRAINT "webhook_endpoints_disabled" CHECK (("status" = 'disabled') = ("disabled_reason" IS NOT NULL)),
  ADD CONSTRAINT "webhook_endpoints_reason" CHECK ("disabled_reason" IN ('by_hand', 'gone', 'failing')),
  ADD CONSTRAINT "webhook_endpoints_overlap" CHECK (("previous_sealed" IS NULL) = ("previous_ends_at" IS NULL)),
  ADD CONSTRAINT "webhook_endpoints_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "webhook_deliveries"
  ADD CONSTRAINT "webhook_deliveries_status" CHECK ("status" IN ('waiting', 'delivered', 'failed', 'dropped')),
  ADD CONSTRAINT "webhook_deliveries_waiting" CHECK (("status" = 'waiting') = ("next_try_at" IS NOT NULL)),
  ADD CONSTRAINT "webhook_deliveries_attempts" CHECK ("attempts" >= 0);
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" ("next_try_at") WHERE "status" = 'waiting';
CREATE INDEX "webhook_deliveries_transaction" ON "webhook_deliveries" ("transaction_id", "id") WHERE "transaction_id" IS NOT NULL;

ALTER TABLE "webhook_attempts"
  ADD CONSTRAINT "webhook_attempts_answered" CHECK (("status" IS NULL) <> ("fault" IS NULL)),
  ADD CONSTRAINT "webhook_attempts_duration" CHECK ("duration_ms" >= 0);

ALTER TABLE "api_requests"
  ADD CONSTRAINT "api_requests_outcome" CHECK ("outcome" IN ('executed', 'replayed', 'conflicted')),
  ADD CONSTRAINT "api_requests_status" CHECK ("status" BETWEEN 100 AND 599);
CREATE INDEX "api_requests_transaction" ON "api_requests" ("transaction_id", "id") WHERE "transaction_id" IS NOT NULL;

ALTER TABLE "audit_entries" ADD COLUMN "before" JSONB, ADD COLUMN "after" JSONB;
