-- CreateTable
CREATE TABLE "looks" (
    "id" TEXT NOT NULL,
    "staff_user_id" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL DEFAULT 'test',
    "reason" TEXT NOT NULL,
    "case_reference" TEXT,
    "address" TEXT NOT NULL,
    "begun_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "ending" TEXT,

    CONSTRAINT "looks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "look_pages" (
    "id" BIGSERIAL NOT NULL,
    "look_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "look_pages_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "looks_account_id_id_idx" ON "looks"("account_id", "id");

-- CreateIndex
CREATE INDEX "looks_staff_user_id_id_idx" ON "looks"("staff_user_id", "id");

-- CreateIndex
CREATE INDEX "look_pages_look_id_id_idx" ON "look_pages"("look_id", "id");

-- CreateIndex
CREATE INDEX "look_pages_seen_at_idx" ON "look_pages"("seen_at");

-- AddForeignKey
ALTER TABLE "looks" ADD CONSTRAINT "looks_staff_user_id_fkey" FOREIGN KEY ("staff_user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "looks" ADD CONSTRAINT "looks_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "look_pages" ADD CONSTRAINT "look_pages_look_id_fkey" FOREIGN KEY ("look_id") REFERENCES "looks"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here on by hand.

ALTER TABLE "looks"
  ADD CONSTRAINT "looks_environment" CHECK ("environment" IN ('test', 'live')),
  ADD CONSTRAINT "looks_reason" CHECK (char_length(btrim("reason")) BETWEEN 10 AND 500),
  ADD CONSTRAINT "looks_case_reference" CHECK (char_length(btrim("case_reference")) BETWEEN 1 AND 100),
  ADD CONSTRAINT "looks_length" CHECK ("ends_at" > "begun_at" AND "ends_at" <= "begun_at" + interval '60 minutes'),
  ADD CONSTRAINT "looks_ended" CHECK (("ended_at" IS NULL AND "ending" IS NULL) OR ("ended_at" BETWEEN "begun_at" AND "ends_at" AND "ending" IN ('by_hand', 'time_over', 'signed_out', 'session_over', 'role_lost', 'account_closed')));
ALTER TABLE "look_pages" ADD CONSTRAINT "look_pages_environment" CHECK ("environment" IN ('test', 'live'));

-- One at a time in a session of the staff; also what the job reads that ends those whose time is over.
CREATE UNIQUE INDEX "looks_open" ON "looks" ("session_id") WHERE "ended_at" IS NULL;

-- What was seen stays as it was written down until it is deleted. Of a look only the environment changes, and its end is written once.
CREATE TRIGGER "look_pages_stay" BEFORE UPDATE OR TRUNCATE ON "look_pages" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "looks_stay" BEFORE UPDATE OF "id", "staff_user_id", "session_id", "account_id", "reason", "case_reference", "address", "begun_at", "ends_at" ON "looks" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "looks_kept" BEFORE DELETE OR TRUNCATE ON "looks" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
