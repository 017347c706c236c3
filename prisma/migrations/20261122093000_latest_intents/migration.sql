-- The latest intents of an account, for the hosts that they sent payers to.
-- CreateIndex
CREATE INDEX "payment_intents_account_id_environment_id_idx" ON "payment_intents"("account_id", "environment", "id");

-- CreateIndex
CREATE INDEX "card_intents_account_id_environment_id_idx" ON "card_intents"("account_id", "environment", "id");
