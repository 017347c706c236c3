-- CreateTable
CREATE TABLE "figures_recounts" (
    "account_id" TEXT NOT NULL,
    "zone" TEXT NOT NULL,
    "unknown" BOOLEAN NOT NULL DEFAULT false,
    "counted_until" TIMESTAMPTZ(3) NOT NULL,
    "after_environment" TEXT NOT NULL DEFAULT '',
    "after_id" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "figures_recounts_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "recounted_figures" (
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

    CONSTRAINT "recounted_figures_pkey" PRIMARY KEY ("account_id","environment","day","currency")
);

-- AddForeignKey
ALTER TABLE "figures_recounts" ADD CONSTRAINT "figures_recounts_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recounted_figures" ADD CONSTRAINT "recounted_figures_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "recounted_figures"
  ALTER COLUMN "environment" TYPE "environment",
  ALTER COLUMN "currency" TYPE "currency",
  ADD CONSTRAINT "recounted_figures_authorizations" CHECK ("approved" >= 0 AND "declined" >= 0);
