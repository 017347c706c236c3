-- CreateTable
CREATE TABLE "blocked_attempts" (
    "id" BIGSERIAL NOT NULL,
    "account_id" TEXT NOT NULL,
    "environment" "environment" NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 1,
    "first_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "blocked_attempts_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "blocked_attempts_order" CHECK ("first_at" <= "last_at")
);

-- CreateIndex
CREATE INDEX "blocked_attempts_account_id_environment_last_at_idx" ON "blocked_attempts"("account_id", "environment", "last_at");

-- At most one that goes on, which every further attempt is counted into.
CREATE UNIQUE INDEX "blocked_attempts_open" ON "blocked_attempts"("account_id", "environment") WHERE "ended_at" IS NULL;

-- AddForeignKey
ALTER TABLE "blocked_attempts" ADD CONSTRAINT "blocked_attempts_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
