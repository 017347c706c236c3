CREATE INDEX "transactions_disputes_closed" ON "transactions" ("account_id", "environment", "id") WHERE "type" = 'CHARGEBACK' AND ("status" <> 'CAPTURED' OR "dispute_stage" <> 'needs_response');

CREATE INDEX "disputes_refused" ON "disputes" ("account_id", "environment", "transaction_id") WHERE "state" = 'refused';
