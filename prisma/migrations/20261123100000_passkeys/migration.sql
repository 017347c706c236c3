-- CreateTable
CREATE TABLE "passkeys" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "credential_id" TEXT NOT NULL,
    "public_key" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL DEFAULT 0,
    "transports" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "backed_up" BOOLEAN NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "passkeys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "used_challenges" (
    "id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "used_challenges_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "passkeys_credential_id_key" ON "passkeys"("credential_id");

-- CreateIndex
CREATE INDEX "passkeys_user_id_idx" ON "passkeys"("user_id");

-- CreateIndex
CREATE INDEX "used_challenges_expires_at_idx" ON "used_challenges"("expires_at");

-- AddForeignKey
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- From here on by hand. An id of a credential has 16 to 1023 bytes (WebAuthn 3, 4), a counter 32 bits.

ALTER TABLE "passkeys"
  ADD CONSTRAINT "passkeys_credential_id" CHECK ("credential_id" ~ '^[A-Za-z0-9_-]+$' AND char_length("credential_id") BETWEEN 22 AND 1364),
  ADD CONSTRAINT "passkeys_public_key" CHECK (octet_length("public_key") BETWEEN 32 AND 2048),
  ADD CONSTRAINT "passkeys_counter" CHECK ("counter" BETWEEN 0 AND 4294967295),
  ADD CONSTRAINT "passkeys_transports" CHECK (cardinality("transports") <= 10 AND array_to_string("transports", ',', '?') ~ '^[a-z,-]*$'),
  ADD CONSTRAINT "passkeys_name" CHECK (char_length("name") BETWEEN 1 AND 60);

ALTER TABLE "used_challenges"
  ADD CONSTRAINT "used_challenges_id" CHECK ("id" ~ '^[0-9a-f]{64}$');
