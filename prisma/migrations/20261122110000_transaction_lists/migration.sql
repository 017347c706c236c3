-- DropIndex
DROP INDEX "transactions_account_id_environment_id_idx";

-- DropIndex
DROP INDEX "transactions_account_id_environment_order_id_idx";

-- CreateTable
CREATE TABLE "saved_views" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "shared" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saved_views_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "saved_views_account_id_user_id_name_key" ON "saved_views"("account_id", "user_id", "name");

-- CreateIndex
CREATE INDEX "transactions_listed" ON "transactions"("account_id", "environment", "id", "type", "status", "order_currency", "order_amount", "card_brand", "created_at");

-- CreateIndex
CREATE INDEX "transactions_account_id_environment_order_id_id_idx" ON "transactions"("account_id", "environment", "order_id", "id");

-- CreateIndex
CREATE INDEX "transactions_account_id_environment_card_last_four_id_idx" ON "transactions"("account_id", "environment", "card_last_four", "id");

-- CreateIndex
CREATE INDEX "transactions_account_id_environment_order_amount_id_idx" ON "transactions"("account_id", "environment", "order_amount", "id");

-- AddForeignKey
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Few have an e-mail address, few are no payments, few operations are a person's: the others pay nothing for these.
CREATE INDEX "transactions_payer_email" ON "transactions" ("account_id", "environment", lower("order" #>> '{card_holder,email}'), "id")
  WHERE "order" #>> '{card_holder,email}' IS NOT NULL;
CREATE INDEX "transactions_follow_ups" ON "transactions" ("account_id", "environment", "type", "id") WHERE "type" <> 'PAYMENT';
CREATE INDEX "operations_of_people" ON "operations" ("operator", "transaction_id") WHERE "operator" LIKE 'portal:%';

ALTER TABLE "saved_views"
  ADD CONSTRAINT "saved_views_name" CHECK (length("name") BETWEEN 1 AND 60),
  ADD CONSTRAINT "saved_views_query" CHECK (length("query") <= 2000);
CREATE INDEX "saved_views_shared" ON "saved_views" ("account_id") WHERE "shared";
