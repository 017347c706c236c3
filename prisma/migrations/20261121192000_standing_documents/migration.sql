-- A document stands until the one that replaces it is checked too: of one kind about one subject, one stands and one is checked.
DROP INDEX "documents_standing";
CREATE UNIQUE INDEX "documents_standing" ON "documents" ("account_id", "kind", "subject", "status") WHERE "replaced_at" IS NULL AND "status" IN ('checking', 'ready');
