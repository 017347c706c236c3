-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "method" TEXT NOT NULL DEFAULT 'renewed';

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "first_session_at" TIMESTAMPTZ(3);

ALTER TABLE "sessions" ADD CONSTRAINT "sessions_method_check" CHECK ("method" IN ('password', 'password_and_code', 'passkey', 'email_link', 'renewed'));

UPDATE "sessions" SET "last_used_at" = "created_at";

-- Whoever is here has logged in at some time.
UPDATE "users" SET "first_session_at" = "created_at";
