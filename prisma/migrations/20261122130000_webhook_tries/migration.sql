-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN     "asked_by" TEXT,
ADD COLUMN     "event_type" TEXT NOT NULL,
ADD COLUMN     "planned" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "webhook_endpoints" ADD COLUMN     "failing_told_at" TIMESTAMPTZ(3),
ADD COLUMN     "failures" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "secret_made_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "secret_made_by" TEXT NOT NULL,
ADD COLUMN     "secret_version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "webhook_events" ADD COLUMN     "sample" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "webhook_deliveries_endpoint_id_event_type_id_idx" ON "webhook_deliveries"("endpoint_id", "event_type", "id");

ALTER TABLE "webhook_endpoints"
  ADD CONSTRAINT "webhook_endpoints_failures" CHECK ("failures" >= 0 AND ("failing_since" IS NOT NULL OR ("failures" = 0 AND "failing_told_at" IS NULL))),
  ADD CONSTRAINT "webhook_endpoints_secret_version" CHECK ("secret_version" >= 1);

ALTER TABLE "webhook_deliveries"
  ADD CONSTRAINT "webhook_deliveries_planned" CHECK ("planned" BETWEEN 0 AND "attempts"),
  ADD CONSTRAINT "webhook_deliveries_lease" CHECK ("leased_until" IS NULL OR "status" = 'waiting'),
  ADD CONSTRAINT "webhook_deliveries_finished" CHECK (("status" = 'waiting') = ("finished_at" IS NULL));

-- What is due is looked for by endpoint, so that one that is slow holds up nobody else's.
CREATE INDEX "webhook_deliveries_due_at" ON "webhook_deliveries" ("endpoint_id", "next_try_at", "id") WHERE "status" = 'waiting';
CREATE INDEX "webhook_deliveries_leased" ON "webhook_deliveries" ("endpoint_id") WHERE "leased_until" IS NOT NULL;
CREATE INDEX "webhook_deliveries_undelivered" ON "webhook_deliveries" ("endpoint_id", "id") WHERE "status" IN ('failed', 'dropped');
