-- Cards that are kept for later payments.
CREATE TABLE "card_tokens" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "environment" "environment" NOT NULL,
    "external_id" TEXT NOT NULL,
    "brand" TEXT NOT NULL,
    "last_four" TEXT NOT NULL,
    "expiry" TEXT,
    "fingerprint" TEXT,
    "sealed" TEXT,
    "wrapped_key" TEXT,
    "key_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "card_tokens_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "card_tokens_last_four" CHECK ("last_four" ~ '^[0-9]{4}$'),
    CONSTRAINT "card_tokens_expiry" CHECK ("expiry" ~ '^[0-9]{4}-[0-9]{2}$'),
    -- Whole or erased: nothing between the two.
    CONSTRAINT "card_tokens_erased" CHECK (num_nulls("expiry", "fingerprint", "sealed", "wrapped_key", "key_id") = CASE WHEN "deleted_at" IS NULL THEN 0 ELSE 5 END)
);

CREATE INDEX "card_tokens_account_id_environment_id_idx" ON "card_tokens"("account_id", "environment", "id");
CREATE INDEX "card_tokens_environment_key_id_idx" ON "card_tokens"("environment", "key_id");
CREATE INDEX "card_tokens_same_card" ON "card_tokens" ("account_id", "environment", "fingerprint") WHERE "deleted_at" IS NULL;
ALTER TABLE "card_tokens" ADD CONSTRAINT "card_tokens_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- The page on which a payer gives the card.
ALTER TABLE "card_intents"
  DROP CONSTRAINT "card_intents_state",
  ADD COLUMN "success_url" TEXT,
  ADD COLUMN "failure_url" TEXT,
  ADD COLUMN "attempts" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "declines" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "tried_last_four" TEXT,
  ADD COLUMN "last_result" TEXT,
  ADD COLUMN "trying_until" TIMESTAMPTZ(3),
  ADD COLUMN "card_token_id" TEXT,
  ADD CONSTRAINT "card_intents_state" CHECK ("state" IN ('OPEN', 'COMPLETED', 'CANCELLED', 'BLOCKED')),
  ADD CONSTRAINT "card_intents_tried" CHECK ("tried_last_four" ~ '^[0-9]{4}$'),
  ADD CONSTRAINT "card_intents_completed" CHECK (("state" = 'COMPLETED') = ("card_token_id" IS NOT NULL)),
  ADD CONSTRAINT "card_intents_addresses" CHECK (("success_url" IS NULL) = ("failure_url" IS NULL));

CREATE UNIQUE INDEX "card_intents_card_token_id_key" ON "card_intents"("card_token_id");
ALTER TABLE "card_intents" ADD CONSTRAINT "card_intents_card_token_id_fkey" FOREIGN KEY ("card_token_id") REFERENCES "card_tokens"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Payments with a token. Of all transactions few are: the others pay nothing for the index.
ALTER TABLE "transactions" ADD COLUMN "card_token_id" TEXT;
CREATE INDEX "transactions_of_card_token" ON "transactions" ("card_token_id", "id") WHERE "card_token_id" IS NOT NULL;
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_card_token_id_fkey" FOREIGN KEY ("card_token_id") REFERENCES "card_tokens"("id") ON DELETE SET NULL ON UPDATE CASCADE;
