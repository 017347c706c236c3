-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "confirmed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "confirmed_with" TEXT NOT NULL DEFAULT 'password';

-- From here on by hand.

-- Nobody has shown anything to those that stand but at their login.
UPDATE "sessions" SET "confirmed_at" = "created_at";

ALTER TABLE "sessions" ADD CONSTRAINT "sessions_confirmed_with" CHECK ("confirmed_with" IN ('password', 'code', 'recovery_code', 'passkey'));
