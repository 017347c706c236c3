-- The reply is written together with the operation's outcome, so it stands in the operation's row.
ALTER TABLE "operations" ADD COLUMN     "response_body" TEXT;

UPDATE "operations" SET "response_body" = k."response_body" FROM "idempotency_keys" k WHERE k."operation_id" = "operations"."id";

ALTER TABLE "idempotency_keys" DROP COLUMN "response_body";
