-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "figures_zone" TEXT NOT NULL DEFAULT 'UTC';

-- CreateTable
CREATE TABLE "figures" (
    "account_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "currency" TEXT NOT NULL,
    "approved" INTEGER NOT NULL DEFAULT 0,
    "declined" INTEGER NOT NULL DEFAULT 0,
    "captured" BIGINT NOT NULL DEFAULT 0,
    "refunds" INTEGER NOT NULL DEFAULT 0,
    "refunded" BIGINT NOT NULL DEFAULT 0,
    "chargebacks" INTEGER NOT NULL DEFAULT 0,
    "charged_back" BIGINT NOT NULL DEFAULT 0,
    "losses" INTEGER NOT NULL DEFAULT 0,
    "lost" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "figures_pkey" PRIMARY KEY ("account_id","environment","day","currency")
);

-- CreateTable
CREATE TABLE "figures_watermark" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "counted_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "figures_watermark_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "figures_day_idx" ON "figures"("day");

ALTER TABLE "figures"
  ALTER COLUMN "environment" TYPE "environment",
  ALTER COLUMN "currency" TYPE "currency",
  ADD CONSTRAINT "figures_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT "figures_authorizations" CHECK ("approved" >= 0 AND "declined" >= 0);

-- What happened before there were figures is counted at the first turn.
ALTER TABLE "figures_watermark" ADD CONSTRAINT "figures_watermark_one_row" CHECK ("id" = 1);
INSERT INTO "figures_watermark" ("counted_until") VALUES ('1970-01-01T00:00:00Z');

-- In the order of time, so that a new entry always goes to the end; one that is pending has none.
CREATE INDEX "operations_completed" ON "operations" ("completed_at") WHERE "completed_at" IS NOT NULL;

-- One merchant's holds by the time they end. Payments captured at once never stand here.
CREATE INDEX "transactions_holds" ON "transactions" ("account_id", "environment", "capture_before") WHERE "status" IN ('AUTHORIZED', 'PARTIAL_CAPTURED');

CREATE INDEX "accounts_figures_outdated" ON "accounts" ("id") WHERE "figures_zone" <> "time_zone";
