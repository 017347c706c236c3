-- Lists of what is rare among much: each has an index of its own, or a page would read thousands of rows for a few.

CREATE INDEX "audit_entries_account_id_action_id_idx" ON "audit_entries"("account_id", "action", "id");

CREATE INDEX "audit_entries_staff" ON "audit_entries" ("account_id", "id") WHERE "actor" LIKE 'staff:%';

CREATE INDEX "audit_entries_system" ON "audit_entries" ("account_id", "id") WHERE "actor" LIKE 'system:%';

CREATE INDEX "api_requests_refused" ON "api_requests" ("account_id", "environment", "id") WHERE "status" >= 400;

CREATE INDEX "api_requests_failed" ON "api_requests" ("account_id", "environment", "id") WHERE "status" >= 500;
