-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "brand_hold_days" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "hold_days" INTEGER NOT NULL DEFAULT 7;

-- CreateTable
CREATE TABLE "notification_choices" (
    "account_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "topic" TEXT NOT NULL,
    "wanted" BOOLEAN NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notification_choices_pkey" PRIMARY KEY ("account_id","user_id","topic")
);

-- AddForeignKey
ALTER TABLE "notification_choices" ADD CONSTRAINT "notification_choices_account_id_user_id_fkey" FOREIGN KEY ("account_id", "user_id") REFERENCES "members"("account_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- From here on by hand.

ALTER TABLE "accounts"
  ADD CONSTRAINT "accounts_hold_days" CHECK ("hold_days" BETWEEN 1 AND 30),
  ADD CONSTRAINT "accounts_brand_hold_days" CHECK (jsonb_typeof("brand_hold_days") = 'object' AND NOT jsonb_path_exists("brand_hold_days", '$.* ? (@.type() != "number" || @ < 1 || @ > 30 || @.floor() != @)'));
