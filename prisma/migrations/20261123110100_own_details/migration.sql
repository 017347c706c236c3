-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "refund_confirm_above" INTEGER DEFAULT 100000;

-- CreateTable
CREATE TABLE "email_changes" (
    "user_id" TEXT NOT NULL,
    "old_email" TEXT NOT NULL,
    "new_email" TEXT NOT NULL,
    "old_agreed_at" TIMESTAMPTZ(3),
    "new_agreed_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "email_changes_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "factor_recoveries" (
    "user_id" TEXT NOT NULL,
    "takes_effect_at" TIMESTAMPTZ(3) NOT NULL,
    "told_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "factor_recoveries_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE INDEX "email_changes_expires_at_idx" ON "email_changes"("expires_at");

-- CreateIndex
CREATE INDEX "factor_recoveries_takes_effect_at_idx" ON "factor_recoveries"("takes_effect_at");

-- AddForeignKey
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "factor_recoveries" ADD CONSTRAINT "factor_recoveries_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- From here on by hand.

ALTER TABLE "email_changes"
  ADD CONSTRAINT "email_changes_addresses" CHECK ("old_email" <> "new_email" AND "new_email" = lower("new_email"));

ALTER TABLE "factor_recoveries"
  ADD CONSTRAINT "factor_recoveries_wait" CHECK ("takes_effect_at" > "created_at");

ALTER TABLE "accounts"
  ADD CONSTRAINT "accounts_refund_confirm_above" CHECK ("refund_confirm_above" BETWEEN 0 AND 99999999);
