-- Who is asked to join the team of an account, until they do.
-- CreateTable
CREATE TABLE "member_invitations" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "invited_by" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "member_invitations_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "member_invitations_token_hash_key" ON "member_invitations"("token_hash");

-- CreateIndex
CREATE INDEX "member_invitations_invited_by_idx" ON "member_invitations"("invited_by");

-- CreateIndex
CREATE INDEX "member_invitations_expires_at_idx" ON "member_invitations"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "member_invitations_account_id_email_key" ON "member_invitations"("account_id", "email");

-- AddForeignKey
ALTER TABLE "member_invitations" ADD CONSTRAINT "member_invitations_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "member_invitations" ADD CONSTRAINT "member_invitations_invited_by_fkey" FOREIGN KEY ("invited_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "member_invitations" ADD CONSTRAINT "member_invitations_role" CHECK ("role" IN ('owner', 'admin', 'developer', 'finance', 'viewer'));
ALTER TABLE "member_invitations" ADD CONSTRAINT "member_invitations_email" CHECK ("email" = lower("email"));
