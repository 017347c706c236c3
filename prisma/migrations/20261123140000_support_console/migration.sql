-- The support console shows what differs about one transaction. Breaks are rare, and no payment writes one.
CREATE INDEX "reconciliation_breaks_transaction" ON "reconciliation_breaks" ("transaction_id") WHERE "transaction_id" IS NOT NULL;
