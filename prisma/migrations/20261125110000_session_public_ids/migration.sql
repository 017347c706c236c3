-- What a session is called in lists and forms. Its key is the hash of its token and changes with each new one. The default also names
-- those that a process of the release before begins meanwhile.
ALTER TABLE "sessions" ADD COLUMN "public_id" TEXT NOT NULL DEFAULT ('ses_' || substr(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 1, 36));

ALTER TABLE "sessions" ADD CONSTRAINT "sessions_public_id_form" CHECK ("public_id" ~ '^ses_[0-9a-z]{36}$');

-- CreateIndex
CREATE UNIQUE INDEX "sessions_public_id_key" ON "sessions"("public_id");
